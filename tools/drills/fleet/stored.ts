import type { Counts } from '../drill.ts';
import type { Ground } from '../ground/ground.ts';

/** Where the time and the number of a reading stand in the id under which it is stored, and how long they are (decision 2). */
const TIME_AT = 4;
const TIME_BYTES = 6;
const SEQ_AT = 10;
const SEQ_BYTES = 6;
const ID_BYTES = 16;

/** A stored reading, as far as drills look at it (decision 2, `stored-reading.ts` of devices). */
export interface StoredDocument {
  readonly _id: Buffer;
  readonly c1: number;
  /** A drill's readings have their number here. */
  readonly c2: number;
  /** Milliseconds from its timestamp to its arrival. */
  readonly r?: number;
  /** Whether the device's clock was not believed. */
  readonly x?: true;
}

/** A device's stored readings in the order of their timestamps; `fields` says which are wanted, all where nothing is said. */
export async function storedReadings(
  { database }: Ground,
  key: number,
  fields?: Readonly<Partial<Record<keyof StoredDocument, 1>>>,
): Promise<StoredDocument[]> {
  const from = Buffer.alloc(ID_BYTES);
  const to = Buffer.alloc(ID_BYTES, 0xff);
  from.writeUInt32BE(key, 0);
  to.writeUInt32BE(key, 0);
  return database
    .db('devices')
    .collection('readings')
    .find<StoredDocument>({ _id: { $gte: from, $lte: to } } as never, {
      ...(fields && { projection: fields }),
      sort: { _id: 1 },
      readConcern: 'majority',
      promoteBuffers: true,
    })
    .toArray();
}

/** The numbers of a device's stored readings from `first` on, one for each document. */
export async function storedSeqs(ground: Ground, key: number, first: number): Promise<number[]> {
  const readings = await storedReadings(ground, key, { _id: 1 });
  return readings.map(({ _id }) => _id.readUIntBE(SEQ_AT, SEQ_BYTES)).filter((seq) => seq >= first);
}

/** When a device's stored readings from number `first` on arrived at the edge, in order; Unix time, ms. */
export async function arrivalTimes(ground: Ground, key: number, first: number): Promise<number[]> {
  const readings = await storedReadings(ground, key, { _id: 1, r: 1 });
  return readings
    .filter(({ _id }) => _id.readUIntBE(SEQ_AT, SEQ_BYTES) >= first)
    .map(({ _id, r = 0 }) => _id.readUIntBE(TIME_AT, TIME_BYTES) + r)
    .toSorted((a, b) => a - b);
}

/** The numbered readings of a device that should be stored: from the first up to, but not, the end. */
export interface Numbered {
  readonly device: { readonly key: number };
  readonly first: number;
  readonly end: number;
  readonly acknowledged: ReadonlySet<number>;
}

/** Compares what devices sent and were acknowledged with what is stored. */
export async function compareStored(ground: Ground, sent: readonly Numbered[]): Promise<Counts> {
  const counts = { acknowledged: 0, lost: 0, duplicate: 0, phantom: 0 };
  for (const { device, first, end, acknowledged } of sent) {
    const stored = await storedSeqs(ground, device.key, first);
    const unique = new Set(stored);
    counts.acknowledged += acknowledged.size;
    counts.lost += [...acknowledged].filter((seq) => !unique.has(seq)).length;
    counts.duplicate += stored.length - unique.size;
    counts.phantom += [...unique].filter((seq) => seq >= end).length;
  }
  return counts;
}
