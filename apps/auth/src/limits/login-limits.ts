import { Inject, Injectable } from '@nestjs/common';
import { limitedAs } from '@telemon/platform/network-address';
import { CONFIG } from '@telemon/platform/platform.module';
import type { AuthVariables } from '../config.ts';
import { emailKeyOf } from '../users/user-document.ts';
import { Counters } from './counters.ts';
import { defineTooMany } from './too-many.ts';

const PERIOD_MS = 15 * 60_000;

const tooManyLogins = defineTooMany('TooManyLogins', 'Too many failed attempts to sign in');

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
    const { ofAccount, ofAddress } = keysOf(email, address);
    await this.counters.takeOrRefuse('LOGIN_LIMIT', ofAccount, PERIOD_MS, tooManyLogins);
    await this.counters.takeOrRefuse('LOGIN_ADDRESS_LIMIT', ofAddress, PERIOD_MS, tooManyLogins);
  }

  /** Takes back what a successful attempt counted. */
  async giveBack(email: string, address: string): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    const { ofAccount, ofAddress } = keysOf(email, address);
    await this.counters.clear('LOGIN_LIMIT', ofAccount);
    await this.counters.giveBack('LOGIN_ADDRESS_LIMIT', ofAddress);
  }
}

const keysOf = (email: string, address: string): { ofAccount: string; ofAddress: string } => {
  const ofAddress = limitedAs(address);
  return { ofAccount: `${emailKeyOf(email)} ${ofAddress}`, ofAddress };
};
