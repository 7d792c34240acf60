import { type QueryFilter, type UpdateWithAggregationPipeline, trusted } from 'mongoose';
import type { NoticeDocument } from './notice.ts';

/** The outcome of a claimed notice: finished, or to be retried after `waitMs`. */
export type Mark =
  | { state: 'sent' | 'failed'; reason: string | null; sid?: string; forgetAt?: Date }
  | {
      state: 'queued';
      reason: string | null;
      waitMs: number;
      attempts: number;
      mayHaveArrived: boolean;
      /** If an attempt has failed: how long the notice has been tried. */
      triedForMs?: number;
    };

/** The outcome of an SMS that Twilio took; `sid` is Twilio's id of the copy. */
export type DeliveryReport = { state: 'delivered' } | { state: 'failed'; sid: string; reason: string };

/** The fields that a notice loses when it is no longer queued. */
const ONLY_QUEUED = [
  'dueAt',
  'ticket',
  'holder',
  'letter',
  'group.lines',
  'failedSid',
  'failedReason',
  'triedForMs',
  'failedAt',
];

/** The change of a claimed notice by its outcome. */
export const changeOfMark = (mark: Mark, now: Date): UpdateWithAggregationPipeline => {
  if (mark.state === 'queued') {
    const { reason, waitMs, attempts, mayHaveArrived, triedForMs } = mark;
    // The claim counts by the database's clock, too.
    const dueAt = { $add: ['$$NOW', waitMs] };
    const failed = triedForMs !== undefined && { triedForMs, failedAt: now };
    return [
      { $set: { reason: { $literal: reason }, dueAt, attempts, mayHaveArrived, ...failed } },
      { $unset: ['ticket', 'holder'] },
    ];
  }
  const { state, reason, sid, forgetAt } = mark;
  const more = { at: now, ...(forgetAt && { forgetAt }) };
  if (sid === undefined) {
    return [{ $set: { state, reason: { $literal: reason }, ...more } }, { $unset: ONLY_QUEUED }];
  }
  // Twilio may report a failure before its answer is written down.
  const hasFailed = { $eq: ['$failedSid', sid] };
  const outcome = {
    state: { $cond: [hasFailed, 'failed', state] },
    reason: { $cond: [hasFailed, '$failedReason', { $literal: reason }] },
  };
  return [{ $set: { ...outcome, sid, ...more } }, { $unset: ONLY_QUEUED }];
};

/**
 * The change of a notice by a report, and the states that it changes. Reports come in any order and more than once: a notice goes
 * from sent to failed to delivered, never back. One that is still queued has no answer from Twilio yet, or its answer was lost.
 */
export const changeOfReport = (
  report: DeliveryReport,
  now: Date,
): { of: QueryFilter<NoticeDocument>; change: UpdateWithAggregationPipeline } => {
  if (report.state === 'delivered') {
    // A message that was sent may have arrived twice, whichever copy this is.
    const reason = { $cond: [{ $eq: ['$state', 'sent'] }, '$reason', null] };
    return {
      of: { state: trusted({ $in: ['queued', 'sent', 'failed'] }) },
      change: [{ $set: { state: 'delivered', reason, at: now } }, { $unset: ONLY_QUEUED }],
    };
  }
  const { sid, reason } = report;
  const isQueued = { $eq: ['$state', 'queued'] };
  return {
    // A copy that failed says nothing about a later one.
    of: { $or: [{ state: 'queued' }, { state: 'sent', sid }] },
    change: [
      {
        $set: {
          state: { $cond: [isQueued, 'queued', 'failed'] },
          reason: { $cond: [isQueued, '$reason', { $literal: reason }] },
          at: { $cond: [isQueued, '$at', now] },
          failedSid: { $cond: [isQueued, { $literal: sid }, '$$REMOVE'] },
          failedReason: { $cond: [isQueued, { $literal: reason }, '$$REMOVE'] },
        },
      },
    ],
  };
};
