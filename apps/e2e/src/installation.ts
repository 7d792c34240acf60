import { ApiClient } from '@telemon/testing/api-client';
import { given } from '@telemon/testing/given';
import { RunningProduct, sharedSettings, WholeProduct } from '@telemon/testing/whole-product';
import { MongoClient } from 'mongodb';
import { emptyProduct } from './empty-product.ts';

export interface Installation<Product extends RunningProduct = RunningProduct> {
  product: Product;
  /** Signed in as the first admin. */
  api: ApiClient;
  make: ReturnType<typeof given>;
  /** The id of a manager who was created for the test. */
  managerId: string;
  stop(): Promise<void>;
}

/**
 * The whole product, empty except for its first admin and one manager. `npm test` runs one product per jest worker, which the
 * worker's test files share one after the other, each after emptying it. A file that is run by hand starts its own.
 */
export const useInstallation = async (): Promise<Installation> => {
  const folders = process.env.TEST_PRODUCTS?.split(',');
  if (!folders) return startInstallation(await sharedSettings());
  const product = new RunningProduct(folders[Number(process.env.JEST_WORKER_ID ?? 1) - 1]!);
  await emptyProduct(product.addresses);
  return furnish(product, async () => undefined);
};

/** An installation for one test file, `*.alone.spec.ts`, for other settings, or for tests that damage the product. */
export const startInstallation = async (
  env: Readonly<Record<string, string>> = {},
): Promise<Installation<WholeProduct>> => {
  const product = await WholeProduct.start(env);
  return furnish(product, async () => void (await product.stop()));
};

const furnish = async <Product extends RunningProduct>(
  product: Product,
  stop: () => Promise<void>,
): Promise<Installation<Product>> => {
  const { url, adminEmail, adminPassword } = product.addresses;
  const api = await ApiClient.signIn(url, adminEmail, adminPassword);
  const make = given(api);
  const manager = await make.manager({ name: 'Mary Manager', companyName: 'Cold Rooms Ltd' });
  return { product, api, make, managerId: manager.id, stop };
};

/** The documents of a collection about a device. */
export const storedAbout = async <Row extends object>(
  { addresses }: RunningProduct,
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
