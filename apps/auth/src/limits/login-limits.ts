import { Inject, Injectable } from '@nestjs/common';
import { reasonOf } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { limitedAs } from '@telemon/platform/network-address';
import { CONFIG } from '@telemon/platform/platform.module';
import type { AuthVariables } from '../config.ts';
import { emailKeyOf } from '../users/user-document.ts';
import { Counters } from './counters.ts';
import { defineTooMany } from './too-many.ts';

const PERIOD_MS = 15 * 60_000;

const tooManyLogins = defineTooMany('TooManyLogins', 'Too many failed attempts to sign in');

/**
 * Counts attempts to sign in, before the password is looked at. An attempt that succeeds, or that can't be judged just now,
 * is taken back, so only failures use up a limit. The account alone has none: nobody can lock its owner out.
 */
@Injectable()
export class LoginLimits {
  constructor(
    private readonly counters: Counters,
    @Inject(CONFIG) private readonly config: AuthVariables,
  ) {}

  /** Does `work`, which answers null where the password is wrong. @throws where it is one failure too many. */
  async attempt<Result>(
    email: string,
    address: string,
    work: () => Promise<Result | null>,
  ): Promise<Result | null> {
    if (this.config.RATE_LIMITS === 'off') return work();
    const { ofAccount, ofAddress } = keysOf(email, address);
    await this.counters.takeOrRefuse('LOGIN_LIMIT', ofAccount, PERIOD_MS, tooManyLogins);
    await this.counters.takeOrRefuse('LOGIN_ADDRESS_LIMIT', ofAddress, PERIOD_MS, tooManyLogins);
    let result: Result | null;
    try {
      result = await work();
    } catch (error) {
      await this.unlessAway(() => this.counters.giveBack('LOGIN_LIMIT', ofAccount));
      await this.unlessAway(() => this.counters.giveBack('LOGIN_ADDRESS_LIMIT', ofAddress));
      throw error;
    }
    if (result === null) return null;
    await this.unlessAway(() => this.counters.clear('LOGIN_LIMIT', ofAccount));
    await this.unlessAway(() => this.counters.giveBack('LOGIN_ADDRESS_LIMIT', ofAddress));
    return result;
  }

  /** The attempt has come to its end, and one that is counted too much changes nothing about that. */
  private async unlessAway(takeBack: () => Promise<void>): Promise<void> {
    try {
      await takeBack();
    } catch (error) {
      logger.warn({ reason: reasonOf(error) }, 'attempt to sign in stays counted');
    }
  }
}

const keysOf = (email: string, address: string): { ofAccount: string; ofAddress: string } => {
  const ofAddress = limitedAs(address);
  return { ofAccount: `${emailKeyOf(email)} ${ofAddress}`, ofAddress };
};
