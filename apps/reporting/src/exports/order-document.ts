import type { Actor } from '@telemon/contracts/actor';
import { HOUR_MS } from '@telemon/contracts/durations';
import { type ExportOrder, EXPORTS_KEPT_HOURS, type NewExport } from '@telemon/contracts/reporting/exports';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { randomUUID } from 'node:crypto';
import type { Claimable } from '../claims/claims.ts';

/** An export that a user has ordered. */
export interface OrderDocument extends Claimable {
  userId: string;
  /** The user's rights at the time of the order: after a change of rights, the user doesn't see it. */
  rights: string;
  rows: ExportOrder['rows'];
  format: ExportOrder['format'];
  /** The query as JSON. */
  query: string;
  state: ExportOrder['state'];
  /** The user's slot for exports under way that it takes; null once it has ended, or if there is no limit. */
  slot: number | null;
  bytes: number;
  fileName: string | null;
  reason: string | null;
  /** How many of its claims don't count as attempts. Orders of an earlier version of Telemon lack it. */
  spared?: number;
  /**
   * The mark of the moment when its rows were asked for, which tells whether its user has lost devices since; null: no loss matters.
   * Orders of an earlier version of Telemon lack it.
   */
  mark?: string | null;
  orderedAt: Date;
  forgetAt: Date;
}

export const orderSchema = schemaOf<OrderDocument>({
  _id: String,
  userId: String,
  rights: String,
  rows: String,
  format: String,
  query: String,
  state: String,
  fence: Number,
  holder: String,
  freeAt: Date,
  slot: Number,
  bytes: Number,
  fileName: String,
  reason: String,
  spared: Number,
  mark: String,
  orderedAt: Date,
  forgetAt: Date,
})
  .index({ freeAt: 1 }, { partialFilterExpression: { state: 'waiting' }, name: 'waiting' })
  .index(
    { userId: 1, slot: 1 },
    { unique: true, partialFilterExpression: { slot: { $type: 'number' } }, name: 'under way' },
  )
  .index({ userId: 1, orderedAt: -1, _id: -1 })
  .index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

/** A user's rights, apart from the assigned devices, as a text to be compared. */
export const rightsOf = ({ role, managerId, mqttAdmin }: Actor): string =>
  JSON.stringify([role, managerId, mqttAdmin]);

/** The rows that an order asks for. */
export const wantedBy = ({ rows, format, query }: OrderDocument): NewExport => ({
  rows,
  format,
  query: JSON.parse(query) as NewExport['query'],
});

const KEPT_MS = EXPORTS_KEPT_HOURS * HOUR_MS;

/** An order that no process has begun. */
export const newOrder = (
  actor: Actor,
  { rows, format, query }: NewExport,
  { slot, now }: { slot: number | null; now: number },
): OrderDocument => ({
  _id: randomUUID(),
  userId: actor.id,
  rights: rightsOf(actor),
  rows,
  format,
  query: JSON.stringify(query),
  state: 'waiting',
  fence: 0,
  holder: null,
  freeAt: new Date(now),
  slot,
  bytes: 0,
  fileName: null,
  reason: null,
  spared: 0,
  mark: null,
  orderedAt: new Date(now),
  forgetAt: new Date(now + KEPT_MS),
});

/** The order in the shape of the contract. */
export const shown = ({
  _id,
  rows,
  format,
  query,
  state,
  bytes,
  fileName,
  reason,
  orderedAt,
  forgetAt,
}: OrderDocument): ExportOrder => ({
  id: _id,
  rows,
  format,
  query: JSON.parse(query) as ExportOrder['query'],
  state,
  bytes,
  fileName,
  reason,
  orderedAt: orderedAt.toISOString(),
  keptUntil: forgetAt.toISOString(),
});
