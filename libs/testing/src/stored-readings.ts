import type { Collection } from 'mongodb';

const WRITTEN_AT_ONCE = 20_000;

/** A reading as the devices service stores it. */
export interface StoredRow {
  _id: Uint8Array;
  c1: number;
  c2: number;
  b: number;
  r: number;
}

/** Readings of one device, evenly spread. */
interface StoredReadings {
  /** The device's key, as in its document. */
  key: number;
  /** Epoch ms of the first. */
  from: number;
  everyMs: number;
  count: number;
}

/** The value of the only outlier, in the middle. */
const SPIKE = 999;
/** The first channel of reading `index`: a slow wave. */
const valueOf = (index: number, count: number) =>
  index === Math.floor(count / 2) ? SPIKE : Math.round(Math.sin(index / 4_000) * 5_000) / 100;

/**
 * Writes readings into the `readings` collection in the devices service's format, past all services, because the rate limit
 * of a device would make sending a day of readings take hours.
 */
export const storeReadings = async (
  readings: Collection<StoredRow>,
  { key, from, everyMs, count }: StoredReadings,
): Promise<void> => {
  for (let first = 0; first < count; first += WRITTEN_AT_ONCE) {
    const rows = Array.from({ length: Math.min(WRITTEN_AT_ONCE, count - first) }, (_, place) => {
      const index = first + place;
      const _id = Buffer.allocUnsafe(16);
      _id.writeUInt32BE(key, 0);
      _id.writeUIntBE(from + index * everyMs, 4, 6);
      _id.writeUIntBE(index, 10, 6);
      return { _id, c1: valueOf(index, count), c2: (index % 1_000) / 10, b: 3.7, r: 120 };
    });
    await readings.insertMany(rows, { ordered: false, writeConcern: { w: 1, journal: false } });
  }
};
