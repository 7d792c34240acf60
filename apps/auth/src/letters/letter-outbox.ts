import { Injectable } from '@nestjs/common';
import { type Letter, letters } from '@telemon/contracts/alerting/letters';
import { DomainError } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Asker } from '@telemon/platform/messaging/asker';
import { Counter } from '@telemon/platform/metrics';
import { Mongo } from '@telemon/platform/mongo';
import { type ClientSession, type Collection, ObjectId } from 'mongodb';

/** How often posting is retried, ms. */
const POLL_INTERVAL_MS = 2_000;
const DAY_MS = 24 * 3_600_000;

interface LetterRow {
  _id: string;
  letter: Letter;
}

const neverPosted = new Counter({
  name: 'auth_letters_never_posted_total',
  help: 'Letters that alerting rejected until their expiry',
});

/** The fields that the caller gives; the outbox adds the rest. */
export type NewLetter = Pick<Letter, 'subject' | 'text' | 'email'> & {
  contact?: string | null;
  lastsMs?: number;
};

/**
 * A transactional outbox for letters: they are stored with the change that they are about, and posted to alerting until it
 * accepts them.
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
    this.rows = mongo.collection<LetterRow>('letter_outbox');
    lifecycle.onStart(() => {
      this.timer = setInterval(() => this.nudge(), POLL_INTERVAL_MS);
    });
    lifecycle.onStop(async () => {
      clearInterval(this.timer);
      await this.posting;
    });
  }

  /** Stores a letter, in the transaction of the change that it is about, if there is one. */
  async write({ contact, lastsMs = DAY_MS, ...said }: NewLetter, session?: ClientSession): Promise<void> {
    const id = new ObjectId().toHexString();
    // The first admin has no number at first.
    const letter = { ...said, id, contact: contact || null, goodUntil: Date.now() + lastsMs };
    await this.rows.insertOne({ _id: id, letter }, { session });
  }

  /** Posts the stored letters now rather than at the next poll. */
  nudge(): void {
    this.posting ??= this.post()
      .catch((error: Error) => logger.warn({ reason: error.message }, 'letters wait to be posted'))
      .finally(() => (this.posting = undefined));
  }

  private async post(): Promise<void> {
    // For a majority: a failover could take back the change that a letter is about.
    const waiting = this.rows.find({}, { sort: { _id: 1 }, readConcern: 'majority' });
    for await (const { _id, letter } of waiting) {
      if (letter.goodUntil <= Date.now()) reportExpired(letter);
      else if (!(await this.isTaken(letter))) continue;
      await this.rows.deleteOne({ _id });
    }
  }

  /** Whether alerting accepts a letter. A refused one waits for the next round, and blocks no other. */
  private async isTaken(letter: Letter): Promise<boolean> {
    try {
      await this.asker.ask(letters.post, letter);
      return true;
    } catch (error) {
      if (!(error instanceof DomainError) || error.failure.kind === 'unavailable') throw error;
      logger.error({ letter: letter.id, reason: error.code }, 'letter refused');
      return false;
    }
  }
}

const reportExpired = ({ id }: Letter): void => {
  neverPosted.inc();
  logger.error({ letter: id }, 'letter given up, as alerting did not accept it before its expiry');
};
