import { ApiClient } from '@telemon/testing/api-client';
import { given } from '@telemon/testing/given';
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
export const startInstallation = async (
  env: Readonly<Record<string, string>> = {},
): Promise<Installation> => {
  const product = await WholeProduct.start(env);
  const { url, adminEmail, adminPassword } = product.addresses;
  const api = await ApiClient.signIn(url, adminEmail, adminPassword);
  const make = given(api);
  const manager = await make.manager({ name: 'Mary Manager', companyName: 'Cold Rooms Ltd' });
  const stop = async () => {
    await product.stop();
  };
  return { product, api, make, managerId: manager.id, stop };
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
