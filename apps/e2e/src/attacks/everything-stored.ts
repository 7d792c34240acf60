import { MongoClient } from 'mongodb';

/** The collections that people's requests change, by database. */
const COLLECTIONS: Readonly<Record<string, readonly string[]>> = {
  auth: ['users', 'locations', 'codes', 'letter_outbox'],
  devices: ['devices', 'sensor_types'],
  alerting: ['alerts', 'alert_log', 'events', 'event_log'],
};

/** Reads all of these collections, so that a test can compare them before and after an attack. */
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
