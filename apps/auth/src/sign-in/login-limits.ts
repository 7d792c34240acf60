import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@telemon/platform/platform.module';
import { Mongo, isDuplicateKey } from '@telemon/platform/mongo';
import { Counter } from '@telemon/platform/metrics';
import type { Collection } from 'mongodb';
import type { AuthVariables } from '../config.ts';
import { tooManyLogins } from './sign-in.errors.ts';

const PERIOD_MS = 15 * 60_000;

interface AttemptDocument {
  _id: string;
  count: number;
  until: Date;
}

const refused = new Counter({
  name: 'auth_logins_limited_total',
  help: 'Attempts to sign in that a limit refused',
  labelNames: ['limit'],
});

/**
 * Counts attempts to sign in, before the password is looked at, for all replicas together. An attempt that succeeds is
 * taken back, so only failures use up a limit. The account alone has none: nobody can lock its owner out.
 */
@Injectable()
export class LoginLimits {
  private readonly attempts: Collection<AttemptDocument>;

  constructor(
    mongo: Mongo,
    @Inject(CONFIG) private readonly config: AuthVariables,
  ) {
    this.attempts = mongo.collection<AttemptDocument>('login_attempts', [
      { key: { until: 1 }, expireAfterSeconds: 0 },
    ]);
  }

  /** Counts an attempt. @throws where it is one too many. */
  async take(email: string, address: string): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    await this.count('account', accountKey(email, address), this.config.LOGIN_LIMIT);
    await this.count('address', address, this.config.LOGIN_ADDRESS_LIMIT);
  }

  /** Takes back what a successful attempt counted. */
  async giveBack(email: string, address: string): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    await this.attempts.deleteOne({ _id: accountKey(email, address) });
    await this.attempts.updateOne({ _id: address }, { $inc: { count: -1 } });
  }

  private async count(limit: string, key: string, most: number): Promise<void> {
    const now = Date.now();
    const { count, until } = await this.increase(key, new Date(now));
    if (count <= most) return;
    refused.inc({ limit });
    const waitS = Math.max(1, Math.ceil((until.getTime() - now) / 1_000));
    throw tooManyLogins({ waitS }, { retryAfterS: waitS });
  }

  private async increase(key: string, now: Date): Promise<AttemptDocument> {
    const running = { $gt: ['$until', now] };
    const change = {
      count: { $cond: [running, { $add: ['$count', 1] }, 1] },
      until: { $cond: [running, '$until', new Date(now.getTime() + PERIOD_MS)] },
    };
    const attempt = () =>
      this.attempts.findOneAndUpdate({ _id: key }, [{ $set: change }], {
        upsert: true,
        returnDocument: 'after',
      });
    // Two first attempts at once: one of them makes the row, the other meets it.
    const row = await attempt().catch((error: unknown) => {
      if (isDuplicateKey(error)) return attempt();
      throw error;
    });
    return row!;
  }
}

const accountKey = (email: string, address: string): string => `${email.toLowerCase()} ${address}`;
