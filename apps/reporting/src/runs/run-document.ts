import { DAY_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { type ReportRun, RUNS_KEPT_DAYS } from '@telemon/contracts/reporting/auto-reports';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { createHash } from 'node:crypto';

const KEPT_MS = RUNS_KEPT_DAYS * DAY_MS;

/** A report of one user about one period. */
export interface RunDocument {
  /** Made of user and planned time, so that each period has one run on any number of replicas. */
  _id: string;
  userId: string;
  dueAt: Date;
  from: Date;
  to: Date;
  ofAlerts: boolean;
  ofEvents: boolean;
  isAsked: boolean;
  state: ReportRun['state'];
  /** The number of its claims: a process that holds an older one may not write any more. */
  fence: number;
  /** The process that claimed it last; null while no process has a claim. */
  holder: string | null;
  /** When the next process may claim it, by the database's clock; in the future while a process has it. */
  freeAt: Date;
  /** Attempts that failed. */
  failures: number;
  /** The number of its last claim whose end is known; later claims were cut off with their processes. */
  endedFence: number;
  /** The time that failed attempts and the pauses behind them have taken, by no clock that may leap, ms. */
  triedForMs: number;
  /** Whether a message was handed to the mail server, which may have taken it. */
  mayHaveArrived: boolean;
  sentAt: Date | null;
  reason: string | null;
  fileBytes: number | null;
  forgetAt: Date;
}

export const runSchema = schemaOf<RunDocument>({
  _id: String,
  userId: String,
  dueAt: Date,
  from: Date,
  to: Date,
  ofAlerts: Boolean,
  ofEvents: Boolean,
  isAsked: Boolean,
  state: String,
  fence: Number,
  holder: String,
  freeAt: Date,
  failures: Number,
  endedFence: Number,
  triedForMs: Number,
  mayHaveArrived: Boolean,
  sentAt: Date,
  reason: String,
  fileBytes: Number,
  forgetAt: Date,
})
  .index({ freeAt: 1 }, { partialFilterExpression: { state: 'waiting' }, name: 'waiting' })
  .index({ dueAt: 1 }, { partialFilterExpression: { state: 'missed' }, name: 'missed' })
  .index({ userId: 1, dueAt: -1, _id: -1 })
  .index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

/** The id of a run: the same for the same user and occasion. It also becomes the Message-ID of the e-mail. */
export const runIdOf = (userId: string, occasion: string): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, occasion]))
    .digest('hex')
    .slice(0, 32);

/** A planned or ordered report that no process has begun. */
export const newRun = (
  about: Pick<RunDocument, '_id' | 'userId' | 'dueAt' | 'from' | 'to' | 'ofAlerts' | 'ofEvents' | 'isAsked'>,
  { state, now }: { state: 'waiting' | 'missed'; now: number },
): RunDocument => ({
  ...about,
  state,
  fence: 0,
  holder: null,
  freeAt: new Date(now),
  failures: 0,
  endedFence: 0,
  triedForMs: 0,
  mayHaveArrived: false,
  sentAt: null,
  reason: null,
  fileBytes: null,
  forgetAt: new Date(now + KEPT_MS),
});

/** A report that is sent later than this after its time is late, ms. */
const LATE_AFTER_MS = 5 * MINUTE_MS;

/** Whether a report that is sent at an instant is late. Epoch ms */
export const isLateAt = ({ dueAt }: Pick<RunDocument, 'dueAt'>, instant: number): boolean =>
  instant - dueAt.getTime() > LATE_AFTER_MS;

/** The run in the shape of the contract. */
export const shown = (run: RunDocument): ReportRun => ({
  id: run._id,
  dueAt: run.dueAt.toISOString(),
  from: run.from.toISOString(),
  to: run.to.toISOString(),
  state: run.state,
  isAsked: run.isAsked,
  isLate: run.sentAt !== null && isLateAt(run, run.sentAt.getTime()),
  sentAt: run.sentAt?.toISOString() ?? null,
  reason: run.reason,
  fileBytes: run.fileBytes,
});
