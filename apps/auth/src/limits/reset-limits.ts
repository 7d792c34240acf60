import { Inject, Injectable } from '@nestjs/common';
import { startOfMonth } from '@telemon/platform/calendar';
import { CONFIG } from '@telemon/platform/platform.module';
import type { ClientSession } from 'mongodb';
import type { AuthVariables } from '../config.ts';
import { Counters } from './counters.ts';

/** Counts the resets of an account in a calendar month of the installation's time zone; also where RATE_LIMITS is off. */
@Injectable()
export class ResetLimits {
  constructor(
    private readonly counters: Counters,
    @Inject(CONFIG) private readonly config: AuthVariables,
  ) {}

  /** Counts one, together with the reset; false where there have been as many as there may be. */
  async allows(userId: string, session: ClientSession): Promise<boolean> {
    const now = Date.now();
    const monthEndsInMs = startOfMonth(this.config.TIMEZONE, now, 1) - now;
    return (await this.counters.take('RESET_LIMIT', userId, monthEndsInMs, { now, session })) === 0;
  }
}
