import { users } from '@telemon/contracts/users';
import { Asker } from '@telemon/platform/messaging/asker';
import { connectNats } from '@telemon/platform/messaging/nats';
import { ApiClient } from '@telemon/testing/api-client';
import { given, uniqueName } from '@telemon/testing/given';
import { WholeProduct } from '@telemon/testing/whole-product';
import { MongoClient } from 'mongodb';

export interface Installation {
  product: WholeProduct;
  /** Signed in as the first admin. */
  api: ApiClient;
  make: ReturnType<typeof given>;
  /** A manager, made for the test. */
  managerId: string;
  stop(): Promise<void>;
}

/** The whole product, empty but for its first admin and one manager. */
export const startInstallation = async (): Promise<Installation> => {
  const product = await WholeProduct.start();
  const { url, adminEmail, adminPassword, natsUrl } = product.addresses;
  const nats = await connectNats(natsUrl, 'e2e');
  const manager = await new Asker(nats).ask(users.create, {
    name: 'Mary Manager',
    email: `${uniqueName('mary')}@example.com`,
    password: 'a manager of tanks',
    contact: '+15005550006',
    companyName: 'Cold Rooms Ltd',
    locationName: 'Lyon',
    userRole: 'manager',
  });
  await nats.close();
  const api = await ApiClient.signIn(url, adminEmail, adminPassword);
  const stop = async () => {
    await product.stop();
  };
  return { product, api, make: given(api), managerId: manager.id, stop };
};

/** What a collection of one service holds about a device. */
export const storedAbout = async <Row extends object>(
  { addresses }: WholeProduct,
  { database, collection, deviceName }: { database: string; collection: string; deviceName: string },
): Promise<Row[]> => {
  const client = await MongoClient.connect(addresses.mongoUrl);
  try {
    return (await client
      .db(database)
      .collection<Row>(collection)
      .find({ deviceName } as never)
      .toArray()) as Row[];
  } finally {
    await client.close();
  }
};
