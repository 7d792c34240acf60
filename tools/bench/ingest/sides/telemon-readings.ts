import { Binary, type MongoClient } from 'mongodb';
import { ClusteredReadingStore, type Naming, type ReadingStore } from '../reading-store.ts';

/** The keys of devices in the devices service, by name. */
export async function telemonKeys(client: MongoClient): Promise<Map<string, number>> {
  const devices = await client
    .db('devices')
    .collection<{ _id: string; key: number }>('devices')
    .find({}, { projection: { key: 1 } })
    .toArray();
  return new Map(devices.map(({ _id, key }) => [_id, key]));
}

/** The `_id` of a reading in the devices service. */
export const telemonNaming = async (client: MongoClient): Promise<Naming> =>
  namingByKeys(await telemonKeys(client));

/**
 * The `_id` of a reading as its device's key, the time and the sequence number (decision 2). It is implemented here again, so
 * that the check doesn't depend on the code under test.
 */
export const namingByKeys = (keys: ReadonlyMap<string, number>): Naming => ({
  idOf: ({ deviceName, seq, timestamp }) => {
    const id = Buffer.allocUnsafe(16);
    id.writeUInt32BE(keys.get(deviceName) ?? 0, 0);
    id.writeUIntBE(timestamp, 4, 6);
    id.writeUIntBE(seq, 10, 6);
    return id.toString('base64url');
  },
  toStored: (id) => new Binary(Buffer.from(id, 'base64url')),
  fromStored: (stored) => Buffer.from((stored as Binary).value()).toString('base64url'),
});

/** The readings of the devices service. */
export const telemonReadings = (client: MongoClient, naming: Naming): ReadingStore =>
  new ClusteredReadingStore(client.db('devices').collection('readings'), naming);
