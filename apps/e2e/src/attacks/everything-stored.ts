import { MongoClient } from 'mongodb';

/** What people make and change, by the database of the service that owns it. */
const COLLECTIONS: Readonly<Record<string, readonly string[]>> = {
  auth: ['users', 'locations', 'codes', 'letter_outbox'],
  devices: ['devices', 'sensor_types'],
  alerting: ['alerts', 'alert_log'],
};

/** Reads all that people made, so that a test can compare what stood there before and after. */
export class EverythingStored {
  private constructor(readonly mongo: MongoClient) {}

  static async of(mongoUrl: string): Promise<EverythingStored> {
    return new EverythingStored(await MongoClient.connect(mongoUrl));
  }

  /** Every document, by database and collection. */
  async now(): Promise<Record<string, unknown[]>> {
    const entries = Object.entries(COLLECTIONS).flatMap(([database, collections]) =>
      collections.map(async (collection) => {
        const documents = await this.mongo
          .db(database)
          .collection(collection)
          .find()
          .sort({ _id: 1 })
          .toArray();
        return [`${database}.${collection}`, documents] as const;
      }),
    );
    return Object.fromEntries(await Promise.all(entries));
  }

  close(): Promise<void> {
    return this.mongo.close();
  }
}
