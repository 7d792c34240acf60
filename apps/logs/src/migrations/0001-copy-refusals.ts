import type { Migration, MigrationStep } from '@telemon/platform/migrations/migrations';
import { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
import type { AnyBulkWriteOperation } from 'mongodb';

const COPIED_AT_ONCE = 1_000;
/** NamespaceExists: an earlier run of the step, or another replica, has made the collection. */
const EXISTS = 48;

/** Early versions kept only refused messages, a row for each reason. The id of a row ends with a fingerprint of the reason. */
interface EarlyRow {
  _id: string;
  deviceName: string | null;
  topic: string;
  data: string;
  bytes: number;
  reason: string;
  timestamp: Date;
}
interface Row {
  _id: string;
  reasons: string[];
}
const FINGERPRINT = /-[\w-]{16}$/;

/**
 * Copies the rows to the collections that are in the order of arrival. A replica of the former version may still write to the old
 * collections, which lose their rows by age; a later version removes them. The old rows don't say which of several devices of a name sent a
 * message, so only admins see the copies.
 */
export const copyRefusals: Migration = {
  name: '0001-copy-refusals',
  async up(step) {
    await copy(step, 'mqtt_log', 'mqtt_log_rows');
    await copy(step, 'udp_log', 'udp_log_rows');
  },
};

const copy = async ({ db, signal, progress }: MigrationStep, from: string, to: string): Promise<void> => {
  const clusteredIndex = { key: { _id: 1 }, unique: true } as const;
  await db.createCollection(to, { clusteredIndex }).catch((error: { code?: number }) => {
    if (error.code !== EXISTS) throw error;
  });
  const early = db.collection<EarlyRow>(from);
  const total = await early.estimatedDocumentCount();
  let copied = 0;
  let rows: EarlyRow[] = [];
  const write = async () => {
    signal.throwIfAborted();
    await writeUnlessTaken(db.collection<Row>(to), rows.map(writeOf));
    progress((copied += rows.length), total);
    rows = [];
  };
  for await (const row of early.find()) {
    rows.push(row);
    if (rows.length === COPIED_AT_ONCE) await write();
  }
  await write();
};

const writeOf = (early: EarlyRow): AnyBulkWriteOperation<Row> => {
  const { deviceName, topic, data, bytes, reason, timestamp } = early;
  const time = timestamp.getTime().toString(16).padStart(12, '0');
  const kept = { deviceName, deviceKey: null, topic, data, bytes, count: 1 };
  return {
    updateOne: {
      filter: { _id: `${time}-${early._id.replace(FINGERPRINT, '')}` },
      update: { $setOnInsert: kept, $addToSet: { reasons: reason } },
      upsert: true,
    },
  };
};
