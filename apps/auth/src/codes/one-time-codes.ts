import { Inject, Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import type { ClientSession, Collection } from 'mongodb';
import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import type { AuthVariables } from '../config.ts';

/** What a code is for; for anything else it is no good. */
type Purpose = 'sign-up' | 'reset';

export const CODE_LASTS_MS = 10 * 60_000;
const TRIES = 5;
const DIGITS = 6;

interface CodeDocument {
  /** Purpose and person: a new code takes the place of the one before. */
  _id: string;
  hash: string;
  triesLeft: number;
  expiresAt: Date;
}

/**
 * Codes of six digits, each good once, for ten minutes and five tries, for one purpose and person. They are kept as hashes
 * under a key that is not in the database: of six digits alone, every hash can be tried.
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

  /** A new code; the one before is no good any more once the transaction that tells of this one is done. */
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

  /** Whether a code is good. A wrong one uses up a try; a good one stays good until it is used. */
  async isGood(purpose: Purpose, person: string, code: string): Promise<boolean> {
    const _id = idOf(purpose, person);
    const hash = this.hashOf(_id, code);
    const left = { $cond: [{ $eq: ['$hash', hash] }, '$triesLeft', { $subtract: ['$triesLeft', 1] }] };
    const row = await this.codes.findOneAndUpdate(
      { _id, triesLeft: { $gt: 0 }, expiresAt: { $gt: new Date() } },
      [{ $set: { triesLeft: left } }],
    );
    return row !== null && timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash));
  }

  /** Uses up a good code, together with what it is good for; false where it was used or replaced meanwhile. */
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
