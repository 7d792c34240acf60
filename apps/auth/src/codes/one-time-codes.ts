import { Inject, Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import type { Collection } from 'mongodb';
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

  /** A new code; the one before is no good any more. */
  async issue(purpose: Purpose, person: string): Promise<string> {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const _id = idOf(purpose, person);
    const fields = {
      hash: this.hashOf(_id, code),
      triesLeft: TRIES,
      expiresAt: new Date(Date.now() + CODE_LASTS_MS),
    };
    await this.codes.replaceOne({ _id }, fields, { upsert: true });
    return code;
  }

  /** Whether a code is good. It uses up a try, and a good code is used up. */
  async use(purpose: Purpose, person: string, code: string): Promise<boolean> {
    const _id = idOf(purpose, person);
    const row = await this.codes.findOneAndUpdate(
      { _id, triesLeft: { $gt: 0 }, expiresAt: { $gt: new Date() } },
      { $inc: { triesLeft: -1 } },
    );
    const hash = this.hashOf(_id, code);
    if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return false;
    return (await this.codes.deleteOne({ _id, hash })).deletedCount === 1;
  }

  private hashOf(id: string, code: string): string {
    return createHmac('sha256', this.key).update(`${id}\n${code}`).digest('hex');
  }
}

const idOf = (purpose: Purpose, person: string): string => `${purpose} ${person}`;
