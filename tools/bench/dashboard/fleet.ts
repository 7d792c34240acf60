import { Binary, MongoClient, type Document } from 'mongodb';

/** The area with the devices, degrees. */
const SOUTH = 36;
const WEST = -9;
const HEIGHT = 24;
const WIDTH = 34;
const HALF_HOURS = 48;
const HALF_HOUR_MS = 30 * 60_000;
const FIRST_KEY = 1_000_000;

/** The same numbers in every run, from 0 to 1, evenly spread. */
const share = (number: number, stride: number) => (number * stride) % 1;
const hundredths = (value: number) => Math.round(value * 100) / 100;

/** Mean and number of readings of the last day's half hours, encoded as the devices service stores them. */
const halfHoursOf = (number: number, now: number) => {
  const bytes = Buffer.alloc(HALF_HOURS * 6);
  for (let slot = 0; slot < HALF_HOURS; slot++) {
    bytes.writeFloatLE(20 + 8 * share(number + slot, 0.618), slot * 4);
    bytes.writeUInt16LE(30, HALF_HOURS * 4 + slot * 2);
  }
  return { newest: Math.floor(now / HALF_HOUR_MS), bytes: new Binary(bytes) };
};

const stateOf = (number: number, now: number) => {
  const channel = (current: number) => ({ at: now, current, minimum: null, maximum: null, average: null });
  return {
    _id: FIRST_KEY + number,
    partition: 0,
    offset: 0,
    lastUpdated: now,
    newest: now,
    channels: [
      ...[20, 40, 4].map((from, index) => channel(hundredths(from + 9 * share(number, 0.37 + index / 10)))),
      null,
    ],
    said: { battery: { value: hundredths(3.2 + share(number, 0.73)), at: now } },
    days: [],
    halfHours: halfHoursOf(number, now),
  };
};

/**
 * Grows the fleet to `devices` devices: copies of the device `made`, each with its own position, latest values and last day.
 * They are inserted into the devices service's collections, because making 10,000 over /v1 takes minutes.
 */
export async function growFleet(mongoUrl: string, made: string, devices: number): Promise<void> {
  const client = await MongoClient.connect(mongoUrl);
  try {
    const database = client.db('devices');
    const all = database.collection<Document & { _id: string }>('devices');
    const pattern = (await all.findOne({ _id: made }))!;
    const there = await all.countDocuments();
    const now = Date.now();
    const numbers = Array.from({ length: devices - there }, (_, index) => there + index);
    await all.insertMany(
      numbers.map((number) => ({
        ...pattern,
        _id: `bench${String(number).padStart(5, '0')}`,
        key: FIRST_KEY + number,
        deviceAlias: `Cold room ${number}`,
        lat: SOUTH + Math.round(share(number, 0.618_034) * HEIGHT * 1e6) / 1e6,
        lng: WEST + Math.round(share(number, 0.754_878) * WIDTH * 1e6) / 1e6,
      })),
    );
    await database
      .collection<Document & { _id: number }>('device_states')
      .insertMany(numbers.map((number) => stateOf(number, now)));
  } finally {
    await client.close();
  }
}
