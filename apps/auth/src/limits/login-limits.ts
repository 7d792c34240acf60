import { Inject, Injectable } from '@nestjs/common';
import { defineError } from '@telemon/platform/errors';
import { Counter } from '@telemon/platform/metrics';
import { CONFIG } from '@telemon/platform/platform.module';
import type { AuthVariables } from '../config.ts';
import { Counters } from './counters.ts';

const PERIOD_MS = 15 * 60_000;

const refused = new Counter({
  name: 'auth_logins_limited_total',
  help: 'Attempts to sign in that a limit refused',
  labelNames: ['limit'],
});

const tooManyLogins = defineError(
  'TooManyLogins',
  'limited',
  ({ waitS }: { waitS: number }) =>
    `Too many failed attempts to sign in. Try again in ${Math.ceil(waitS / 60)} min`,
);

/**
 * Counts attempts to sign in, before the password is looked at. An attempt that succeeds is taken back, so only failures
 * use up a limit. The account alone has none: nobody can lock its owner out.
 */
@Injectable()
export class LoginLimits {
  constructor(
    private readonly counters: Counters,
    @Inject(CONFIG) private readonly config: AuthVariables,
  ) {}

  /** Counts an attempt. @throws where it is one too many. */
  async take(email: string, address: string): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    await this.count('account', ofAccount(email, address), this.config.LOGIN_LIMIT);
    await this.count('address', ofAddress(address), this.config.LOGIN_ADDRESS_LIMIT);
  }

  /** Takes back what a successful attempt counted. */
  async giveBack(email: string, address: string): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    await this.counters.clear(ofAccount(email, address));
    await this.counters.giveBack(ofAddress(address));
  }

  private async count(limit: string, key: string, most: number): Promise<void> {
    const waitMs = await this.counters.take(key, most, PERIOD_MS);
    if (waitMs === 0) return;
    refused.inc({ limit });
    const waitS = Math.ceil(waitMs / 1_000);
    throw tooManyLogins({ waitS }, { retryAfterS: waitS });
  }
}

const ofAccount = (email: string, address: string): string => `login ${email.toLowerCase()} ${address}`;
const ofAddress = (address: string): string => `login ${address}`;
