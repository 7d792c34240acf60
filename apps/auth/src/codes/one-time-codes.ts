import { Inject, Injectable } from '@nestjs/common';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import type { ClientSession, Collection } from 'mongodb';
import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import type { AuthVariables } from '../config.ts';

/** The only use that a code is valid for. */
type Purpose = 'sign-up' | 'reset';

export const CODE_LASTS_MS = 10 * MINUTE_MS;
const TRIES = 5;
const DIGITS = 6;

interface CodeDocument {
  /** Purpose and person: a new code replaces the previous one. */
  _id: string;
  hash: string;
  triesLeft: number;
  expiresAt: Date;
}

/**
 * Codes of six digits, each valid once, for ten minutes and five tries, for one purpose and person. They are stored as HMACs
 * with a key that is not in the database, because six digits can be brute-forced from plain hashes.
 */
@Injectable()
export class OneTimeCodes {
  private readonly codes: Collection<CodeDocument>;
  private readonly key: Buffer;

  constructor(mongo: Mongo, @Inject(CONFIG) { TOKEN_PRIVATE_KEY }: AuthVariables) {
    this.codes = mongo.collection<CodeDocument>('codes', [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }]);
    const secret = TOKEN_PRIVATE_KEY!.export({ type: 'pkcs8', format: 'der' });
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'one-time codes', 32));
  }

  /** A new code; the previous one becomes invalid when the caller's transaction commits. */
  async issue(purpose: Purpose, person: string, session: ClientSession): Promise<string> {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const _id = idOf(purpose, person);
    const fields = {
      hash: this.hashOf(_id, code),
      triesLeft: TRIES,
      expiresAt: new Date(Date.now() + CODE_LASTS_MS),
    };
    await this.codes.replaceOne({ _id }, fields, { upsert: true, session });
    return code;
  }

  /** Whether a code is valid. A wrong one uses up a try; a valid one stays valid until it is used. */
  async isValid(purpose: Purpose, person: string, code: string): Promise<boolean> {
    const _id = idOf(purpose, person);
    const hash = this.hashOf(_id, code);
    const left = { $cond: [{ $eq: ['$hash', hash] }, '$triesLeft', { $subtract: ['$triesLeft', 1] }] };
    const row = await this.codes.findOneAndUpdate(
      { _id, triesLeft: { $gt: 0 }, expiresAt: { $gt: new Date() } },
      [{ $set: { triesLeft: left } }],
    );
    return row !== null && timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash));
  }

  /** Uses up a valid code, in the transaction of its purpose; false if it was used or replaced meanwhile. */
  async use(purpose: Purpose, person: string, code: string, session: ClientSession): Promise<boolean> {
    const _id = idOf(purpose, person);
    const { deletedCount } = await this.codes.deleteOne({ _id, hash: this.hashOf(_id, code) }, { session });
    return deletedCount === 1;
  }

  private hashOf(id: string, code: string): string {
    return createHmac('sha256', this.key).update(`${id}\n${code}`).digest('hex');
  }
}

const idOf = (purpose: Purpose, person: string): string => `${purpose} ${person}`;
