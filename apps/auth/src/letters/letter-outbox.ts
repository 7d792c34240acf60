import { Injectable } from '@nestjs/common';
import { type Letter, letters } from '@telemon/contracts/alerting/letters';
import { DAY_MS } from '@telemon/contracts/durations';
import { DomainError } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Asker } from '@telemon/platform/messaging/asker';
import { Counter } from '@telemon/platform/metrics';
import { Mongo } from '@telemon/platform/mongo';
import { type ClientSession, type Collection, ObjectId } from 'mongodb';

/** How often posting is retried, ms. */
const POLL_INTERVAL_MS = 2_000;
/** How long the row of a refused letter is kept after its expiry, without its text and link, ms. */
const REFUSED_KEPT_MS = 30 * DAY_MS;

interface LetterRow {
  _id: string;
  letter: Letter;
  /** Stored only so that an unknown address takes as long as a known one; it is never posted. */
  isDecoy?: boolean;
  /** Why alerting refused it; it is no longer posted. */
  refusedFor?: string;
  forgetAt?: Date;
}

const refusedUntilExpiry = new Counter({
  name: 'auth_letters_refused_total',
  help: 'Letters that alerting refused until their expiry',
});

/** The fields that the caller gives; the outbox adds the rest. */
export type NewLetter = Pick<Letter, 'subject' | 'text' | 'email' | 'link'> & {
  contact?: string | null;
  lastsMs?: number;
  isDecoy?: boolean;
};

/**
 * A transactional outbox for letters: they are stored with the change that they are about, and posted to alerting until it
 * accepts them. It accepts an expired one, too, and its row then says that the letter came too late.
 */
@Injectable()
export class LetterOutbox {
  private readonly rows: Collection<LetterRow>;
  private timer: NodeJS.Timeout | undefined;
  private posting: Promise<void> | undefined;

  constructor(
    mongo: Mongo,
    private readonly asker: Asker,
    lifecycle: Lifecycle,
  ) {
    this.rows = mongo.collection<LetterRow>('letter_outbox', [
      { key: { forgetAt: 1 }, expireAfterSeconds: 0 },
    ]);
    lifecycle.onStart(() => {
      this.timer = setInterval(() => this.nudge(), POLL_INTERVAL_MS);
    });
    lifecycle.onStop(async () => {
      clearInterval(this.timer);
      await this.posting;
    });
  }

  /** Stores a letter, in the transaction of the change that it is about, if there is one. */
  async write(
    { contact, lastsMs = DAY_MS, isDecoy, ...said }: NewLetter,
    session?: ClientSession,
  ): Promise<void> {
    const id = new ObjectId().toHexString();
    // The first admin has no number at first.
    const letter = { ...said, id, contact: contact || null, goodUntil: Date.now() + lastsMs };
    await this.rows.insertOne({ _id: id, letter, isDecoy }, { session });
  }

  /** Posts the stored letters now rather than at the next poll. */
  nudge(): void {
    this.posting ??= this.post()
      .catch((error: Error) => logger.warn({ reason: error.message }, 'letters wait to be posted'))
      .finally(() => (this.posting = undefined));
  }

  private async post(): Promise<void> {
    // For a majority: a failover could take back the change that a letter is about.
    const waiting = this.rows.find(
      { refusedFor: { $exists: false } },
      { sort: { _id: 1 }, readConcern: 'majority' },
    );
    for await (const { _id, letter, isDecoy } of waiting) {
      if (isDecoy || (await this.isTaken(letter))) await this.rows.deleteOne({ _id });
    }
  }

  /** Whether alerting accepts a letter. A refused one is tried again until it expires, and blocks no other. */
  private async isTaken(letter: Letter): Promise<boolean> {
    const { id, goodUntil } = letter;
    try {
      await this.asker.ask(letters.post, letter);
      return true;
    } catch (error) {
      if (!(error instanceof DomainError) || error.failure.kind === 'unavailable') throw error;
      logger.error({ letter: id, reason: error.code }, 'letter refused');
      if (goodUntil <= Date.now()) await this.keepRefused(id, error.code);
      return false;
    }
  }

  private async keepRefused(id: string, refusedFor: string): Promise<void> {
    const forgetAt = new Date(Date.now() + REFUSED_KEPT_MS);
    const kept = { $set: { refusedFor, forgetAt, 'letter.text': '' }, $unset: { 'letter.link': 1 } } as const;
    await this.rows.updateOne({ _id: id }, kept);
    refusedUntilExpiry.inc();
  }
}
