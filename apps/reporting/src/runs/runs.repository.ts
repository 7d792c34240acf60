import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
import type { ClientSession } from 'mongodb';
import { type Model, trusted } from 'mongoose';
import { type Claim, Claims, later } from '../claims/claims.ts';
import { type RunDocument, runSchema } from './run-document.ts';

/** Why an attempt failed, and whether its message may have arrived all the same; null: as stored so far. */
interface AttemptFailure {
  readonly reason: string;
  readonly mayHaveArrived: boolean | null;
}

const changeOf = ({ reason, mayHaveArrived }: AttemptFailure) => ({
  reason: { $literal: reason },
  ...(mayHaveArrived !== null && { mayHaveArrived }),
});

@Injectable()
export class RunsRepository {
  private readonly runs: Model<RunDocument>;
  private readonly claims: Claims<RunDocument>;

  constructor(mongo: Mongo) {
    this.runs = mongo.model('report_runs', runSchema);
    this.claims = new Claims(this.runs);
  }

  /** Stores a run, unless there is one of its id. */
  async addUnlessThere(run: RunDocument): Promise<void> {
    await writeUnlessTaken(this.runs, [{ insertOne: { document: run } }]);
  }

  find(userId: string, id: string): Promise<RunDocument | null> {
    return this.runs.findOne({ _id: id, userId }).lean<RunDocument | null>().exec();
  }

  /** A page of a user's runs, newest first. */
  async page(userId: string, { offset, limit }: { offset: number; limit: number }) {
    const options = { sort: { dueAt: -1, _id: -1 }, skip: offset, limit } as const;
    const [rows, totalCount] = await Promise.all([
      this.runs.find({ userId }, null, options).lean<RunDocument[]>().exec(),
      this.runs.countDocuments({ userId }).exec(),
    ]);
    return { rows, totalCount };
  }

  /** The end of a user's last planned period that ended before an instant; null if there is none. */
  async lastPlannedEnd(userId: string, instant: number): Promise<number | null> {
    const planned = { userId, isAsked: false, dueAt: trusted({ $lt: new Date(instant) }) };
    const last = await this.runs
      .findOne(planned, { to: 1 }, { sort: { dueAt: -1 } })
      .lean()
      .exec();
    return last && last.to.getTime();
  }

  /** Users who have runs, in the order of their ids: those behind `userId`. */
  async usersAfter(userId: string, most: number): Promise<string[]> {
    const found = await this.runs
      .aggregate<{ _id: string }>([
        { $match: { userId: { $gt: userId } } },
        { $group: { _id: '$userId' } },
        { $sort: { _id: 1 } },
        { $limit: most },
      ])
      .exec();
    return found.map(({ _id }) => _id);
  }

  /** Claims the waiting run that is free longest, for a process; null if there is none. */
  claim(holder: string, leaseMs: number): Promise<RunDocument | null> {
    return this.claims.claim(holder, leaseMs);
  }

  /** Ends the claims of a process that stopped. */
  freeFrom(holder: string): Promise<void> {
    return this.claims.freeFrom(holder);
  }

  /** Notes that the message is about to be handed over, and renews the claim; false if another process has a newer one. */
  async begin(claim: Claim, leaseMs: number): Promise<boolean> {
    return this.claims.change(claim, { freeAt: later(leaseMs), mayHaveArrived: true });
  }

  /** Renews the claim; false if another process has a newer one. */
  async renew(claim: Claim, leaseMs: number): Promise<boolean> {
    return this.claims.change(claim, { freeAt: later(leaseMs) });
  }

  async markSent(claim: Claim, fileBytes: number): Promise<boolean> {
    return this.claims.change(claim, { state: 'sent', sentAt: '$$NOW', reason: null, fileBytes });
  }

  /** True if the run is noted as sent under this claim. */
  async isSentUnder({ _id, fence }: Claim): Promise<boolean> {
    return (await this.runs.exists({ _id, fence, state: 'sent' })) !== null;
  }

  async markFailed(claim: Claim, failure: AttemptFailure): Promise<boolean> {
    return this.claims.change(claim, { state: 'failed', ...changeOf(failure) });
  }

  /** Lets a run be tried again later. @param tookMs The duration of the attempt that failed. */
  async putOff(
    claim: Claim,
    { tookMs, waitMs, ...failure }: AttemptFailure & { tookMs: number; waitMs: number },
  ): Promise<boolean> {
    return this.claims.change(claim, {
      holder: null,
      freeAt: later(waitMs),
      failures: { $add: ['$failures', 1] },
      endedFence: '$fence',
      triedForMs: { $add: ['$triedForMs', Math.round(tookMs + waitMs)] },
      ...changeOf(failure),
    });
  }

  /** Lets a run that failed be tried again at once, as a new one. */
  async tryAgain(userId: string, id: string): Promise<void> {
    const asNew = { failures: 0, endedFence: '$fence', triedForMs: 0, reason: null };
    const again = { state: 'waiting', holder: null, freeAt: '$$NOW', ...asNew };
    await this.runs.updateOne({ _id: id, userId, state: 'failed' }, [{ $set: again }]);
  }

  /** The missed runs that were due after an instant, the earliest first: a wrong clock made them. */
  missedAfter(instant: number): Promise<RunDocument[]> {
    const wrong = { state: 'missed' as const, dueAt: trusted({ $gt: new Date(instant) }) };
    return this.runs
      .find(wrong, null, { sort: { dueAt: 1 } })
      .lean<RunDocument[]>()
      .exec();
  }

  async removeMissed(runs: readonly Pick<RunDocument, '_id'>[], session: ClientSession): Promise<void> {
    const ids = runs.map(({ _id }) => _id);
    await this.runs.deleteMany({ state: 'missed', _id: trusted({ $in: ids }) }, { session });
  }

  async idsOf(userId: string): Promise<string[]> {
    const runs = await this.runs.find({ userId }, { _id: 1 }).lean<Pick<RunDocument, '_id'>[]>().exec();
    return runs.map(({ _id }) => _id);
  }

  async removeOf(userId: string): Promise<void> {
    await this.runs.deleteMany({ userId });
  }
}
