import type { ClientSession } from 'mongodb';
import { PackedReadings } from '../../../apps/devices/src/history/packed-readings.ts';
import type { StoredReading } from '../../../apps/devices/src/stored-readings/stored-reading.ts';
import type { Counts } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

/** Offsets and lengths of the time and the number in a stored reading's id (decision 2). */
const TIME_AT = 4;
const TIME_BYTES = 6;
const SEQ_AT = 10;
const SEQ_BYTES = 6;
const ID_BYTES = 16;
/** The length of the id of a sealed hour. */
const SEALED_ID_BYTES = 10;

/** The fields of a stored reading that drills use (decision 2, `stored-reading.ts` of devices). */
export interface StoredDocument {
  readonly _id: Buffer;
  readonly c1: number;
  /** The reading's number, in drills. */
  readonly c2: number;
  /** Milliseconds from its timestamp to its arrival. */
  readonly r?: number;
  /** Whether the time of arrival replaced an implausible timestamp. */
  readonly x?: true;
}

/** A device's stored readings in the order of their timestamps, sealed or not. Of the latter `fields` only, or all fields. */
export async function storedReadings(
  { database }: DrillInstallation,
  key: number,
  fields?: Readonly<Partial<Record<keyof StoredDocument, 1>>>,
): Promise<StoredDocument[]> {
  const of = <Stored extends object>(
    name: string,
    idBytes: number,
    session: ClientSession,
    projection?: object,
  ) => {
    const from = Buffer.alloc(idBytes);
    const to = Buffer.alloc(idBytes, 0xff);
    from.writeUInt32BE(key, 0);
    to.writeUInt32BE(key, 0);
    return database
      .db('devices')
      .collection(name)
      .find<Stored>({ _id: { $gte: from, $lte: to } } as never, {
        ...(projection && { projection }),
        sort: { _id: 1 },
        promoteBuffers: true,
        session,
      })
      .toArray();
  };
  // At one time: in between, a reading could be sealed.
  return database.withSession({ snapshot: true }, async (session) => {
    const open = await of<StoredDocument>('readings', ID_BYTES, session, fields);
    const sealed = await of<{ data: Buffer }>('sealed_hours', SEALED_ID_BYTES, session);
    const readings = sealed
      .flatMap(({ data }) => new PackedReadings(data).slice())
      .map((each) => documentOf(key, each));
    return [...readings, ...open].sort((one, other) => Buffer.compare(one._id, other._id));
  });
}

/** Whether a device's reading of a time and a number is stored; not of an hour that may be sealed. */
export async function isStored(
  { database }: DrillInstallation,
  key: number,
  { timestamp, seq }: { timestamp: number; seq: number },
): Promise<boolean> {
  const readings = database.db('devices').collection<{ _id: Buffer }>('readings');
  return (await readings.countDocuments({ _id: idOf(key, timestamp, seq) }, { limit: 1 })) > 0;
}

const idOf = (key: number, timestamp: number, seq: number): Buffer => {
  const id = Buffer.alloc(ID_BYTES);
  id.writeUInt32BE(key, 0);
  id.writeUIntBE(timestamp, TIME_AT, TIME_BYTES);
  id.writeUIntBE(seq, SEQ_AT, SEQ_BYTES);
  return id;
};

/** A sealed reading as it was before. */
const documentOf = (key: number, { timestamp, mark, receivedAt, current, clockReplaced }: StoredReading) => {
  return {
    _id: idOf(key, timestamp, mark),
    c1: current[0]!,
    c2: current[1]!,
    ...(receivedAt !== timestamp && { r: receivedAt - timestamp }),
    ...(clockReplaced && { x: true as const }),
  };
};

/** The numbers of a device's stored readings from `first` on, one for each document. */
export async function storedSeqs(
  installation: DrillInstallation,
  key: number,
  first: number,
): Promise<number[]> {
  const readings = await storedReadings(installation, key, { _id: 1 });
  return readings.map(({ _id }) => _id.readUIntBE(SEQ_AT, SEQ_BYTES)).filter((seq) => seq >= first);
}

/** Arrival times at the edge of a device's stored readings from number `first` on, sorted; Unix time, ms. */
export async function arrivalTimes(
  installation: DrillInstallation,
  key: number,
  first: number,
): Promise<number[]> {
  const readings = await storedReadings(installation, key, { _id: 1, r: 1 });
  return readings
    .filter(({ _id }) => _id.readUIntBE(SEQ_AT, SEQ_BYTES) >= first)
    .map(({ _id, r = 0 }) => _id.readUIntBE(TIME_AT, TIME_BYTES) + r)
    .toSorted((a, b) => a - b);
}

/** A device's stored readings in the order of their numbers, with their arrival at the edge: Unix time, ms. */
export async function arrivedReadings(
  installation: DrillInstallation,
  key: number,
): Promise<{ seq: number; value: number; at: number }[]> {
  const readings = await storedReadings(installation, key);
  return readings
    .map(({ _id, c1, c2, r = 0 }) => ({ seq: c2, value: c1, at: _id.readUIntBE(TIME_AT, TIME_BYTES) + r }))
    .toSorted((one, other) => one.seq - other.seq);
}

/** The numbers of readings that a device sent: from `first` to before `end`. */
export interface Numbered {
  readonly device: { readonly key: number };
  readonly first: number;
  readonly end: number;
  /** Numbers from here on belong to a later stream of the device. */
  readonly before?: number | undefined;
  readonly acknowledged: ReadonlySet<number>;
}

/** Compares the sent and the acknowledged readings with the stored ones. */
export async function compareStored(
  installation: DrillInstallation,
  sent: readonly Numbered[],
): Promise<Counts> {
  const counts = { acknowledged: 0, lost: 0, duplicate: 0, phantom: 0 };
  for (const { device, first, end, before = Infinity, acknowledged } of sent) {
    const stored = (await storedSeqs(installation, device.key, first)).filter((seq) => seq < before);
    const unique = new Set(stored);
    counts.acknowledged += acknowledged.size;
    counts.lost += [...acknowledged].filter((seq) => !unique.has(seq)).length;
    counts.duplicate += stored.length - unique.size;
    counts.phantom += [...unique].filter((seq) => seq >= end).length;
  }
  return counts;
}
