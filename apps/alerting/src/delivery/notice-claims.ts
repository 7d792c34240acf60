import { Injectable } from '@nestjs/common';
import { NOTICE_CHANNELS } from '@telemon/contracts/alerting/notices';
import { CallBatcher } from '@telemon/platform/call-batcher';
import { ObjectId } from 'mongodb';
import { type Model, type QueryFilter, trusted } from 'mongoose';
import type { NoticeDocument } from './notice.ts';
import { type Mark, changeOfMark } from './notice-changes.ts';
import { NoticesRepository, queued } from './notices.repository.ts';

/** The token with which a sender may write the outcome of a notice. */
interface Claim {
  id: string;
  ticket: string;
}

export interface Claimed extends Claim {
  notice: NoticeDocument;
  /** An earlier attempt was started, and it is unknown whether the message arrived. */
  isRepeated: boolean;
}

/** Notices claimed or marked per batch. */
const AT_ONCE = 100;
/** How many times as long as a batch took the next one gathers: a statement costs the database more than the notices that it changes. */
const REST = 3;
/** Stored notices that a process keeps for their first claims. */
const MOST_KEPT = 1_000;
/** A notice after its first claim. */
const OF_FIRST_CLAIM = { attempts: 1, isRepeated: false, mayHaveArrived: true };

/** Which process sends a notice: it claims it, and writes the outcome with the claim's ticket. */
@Injectable()
export class NoticeClaims {
  private readonly notices: Model<NoticeDocument>;
  private readonly claims = new CallBatcher(
    (asked: Parameters<typeof this.claimAll>[0]) => this.claimAll(asked),
    AT_ONCE,
    { rest: REST },
  );
  private readonly marks = new CallBatcher(
    (marked: Parameters<typeof this.markAll>[0]) => this.markAll(marked),
    AT_ONCE,
    { rest: REST },
  );

  /** Tickets of claims whose answer was lost: the database may have written them. */
  private readonly lostTickets = new Set<string>();
  /** Notices that this process has stored and not claimed, by id, so that a first claim needn't read them. */
  private readonly kept = new Map<string, NoticeDocument>();

  constructor({ notices }: NoticesRepository) {
    this.notices = notices;
  }

  /** Keeps notices that are committed, and due, for their first claims. */
  keep(notices: readonly NoticeDocument[]): void {
    for (const notice of notices) this.kept.set(notice._id, notice);
    for (const id of this.kept.keys()) {
      if (this.kept.size <= MOST_KEPT) return;
      this.kept.delete(id);
    }
  }

  /** Claims a notice for `leaseMs`. null: it has another claim, or is not due. */
  claim(id: string, holder: string, leaseMs: number): Promise<Claimed | null> {
    return this.claims.do({ id, holder, leaseMs });
  }

  /** Writes the outcome of a notice; does nothing if the notice has a newer claim. */
  mark(claim: Claim, mark: Mark): Promise<void> {
    return this.marks.do({ claim, mark });
  }

  /** Ends the leases of a process that stopped. */
  async freeFrom(holder: string): Promise<void> {
    const channel = trusted({ $in: [...NOTICE_CHANNELS] });
    const dueAt = trusted({ $gt: new Date() });
    await this.notices.updateMany({ channel, dueAt, holder }, [{ $set: { dueAt: '$$NOW' } }]);
  }

  /** Makes notices due whose claims got no answer, so that they needn't wait for the end of the lease. None of them was sent. */
  async freeLostClaims(): Promise<void> {
    const tickets = [...this.lostTickets];
    if (tickets.length === 0) return;
    await this.notices.updateMany(
      {
        ...queued(),
        ticket: trusted({ $in: tickets }),
      },
      [
        {
          $set: {
            dueAt: '$$NOW',
            attempts: { $subtract: ['$attempts', 1] },
            mayHaveArrived: '$isRepeated',
          },
        },
        { $unset: ['ticket', 'holder'] },
      ],
    );
    for (const ticket of tickets) this.lostTickets.delete(ticket);
  }

  private async claimAll(
    asked: { id: string; holder: string; leaseMs: number }[],
  ): Promise<(Claimed | null)[]> {
    const ticket = new ObjectId().toHexString();
    const ids = asked.map(({ id }) => id);
    const { holder, leaseMs } = asked[0]!;
    const notices = await this.claimUnder(ticket, ids, holder, leaseMs).catch((error: unknown) => {
      this.lostTickets.add(ticket);
      throw error;
    });
    const taken = new Map<string, NoticeDocument>(notices.map((notice) => [notice._id, notice]));
    return ids.map((id) => {
      const notice = taken.get(id);
      // Two calls in one batch may claim the same notice: the first gets it.
      taken.delete(id);
      return notice ? { id, ticket, notice, isRepeated: notice.isRepeated === true } : null;
    });
  }

  private async claimUnder(
    ticket: string,
    ids: string[],
    holder: string,
    leaseMs: number,
  ): Promise<NoticeDocument[]> {
    const kept = ids.flatMap((id) => this.kept.get(id) ?? []);
    for (const id of ids) this.kept.delete(id);
    if (kept.length === ids.length) {
      const first = { _id: trusted({ $in: ids }), attempts: 0 };
      const { modifiedCount } = await this.takeUnder(ticket, first, holder, leaseMs);
      // A notice that was never claimed is as it was stored.
      if (modifiedCount === ids.length)
        return kept.map((notice) => ({ ...notice, ticket, ...OF_FIRST_CLAIM }));
    }
    await this.takeUnder(ticket, { _id: trusted({ $in: ids }) }, holder, leaseMs);
    return await this.notices
      .find({ _id: trusted({ $in: ids }), ticket })
      .lean()
      .exec();
  }

  private takeUnder(ticket: string, wanted: QueryFilter<NoticeDocument>, holder: string, leaseMs: number) {
    return this.notices.updateMany(
      {
        ...wanted,
        state: 'queued',
        // One that goes out with others is never due itself.
        dueAt: trusted({ $exists: true }),
        // Only the database's clock decides whether a notice is due; one that was due at once may be from a process whose clock is ahead.
        $expr: trusted({ $or: [{ $lte: ['$dueAt', '$$NOW'] }, { $eq: ['$dueAt', '$createdAt'] }] }),
      },
      [
        {
          $set: {
            ticket,
            holder: { $literal: holder },
            dueAt: { $add: ['$$NOW', leaseMs] },
            attempts: { $add: ['$attempts', 1] },
            isRepeated: '$mayHaveArrived',
            mayHaveArrived: true,
          },
        },
      ],
    );
  }

  private async markAll(marked: { claim: Claim; mark: Mark }[]): Promise<void[]> {
    const now = new Date();
    // One statement for all with the same outcome: statements cost more than the notices that they change.
    const alike = Map.groupBy(marked, ({ mark }) => JSON.stringify(mark));
    await this.notices.bulkWrite(
      [...alike.values()].map((some) => ({
        updateMany: {
          filter: { state: 'queued', $or: claimedAs(some) },
          update: changeOfMark(some[0]!.mark, now),
        },
      })),
      { ordered: false, throwOnValidationError: true },
    );
    return marked.map(() => undefined);
  }
}

/** The filters for notices with these claims. */
const claimedAs = (marked: readonly { claim: Claim }[]): QueryFilter<NoticeDocument>[] =>
  [...Map.groupBy(marked, ({ claim }) => claim.ticket)].map(([ticket, some]) => ({
    _id: trusted({ $in: some.map(({ claim }) => claim.id) }),
    ticket,
  }));
