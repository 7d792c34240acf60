import { Inject, Injectable } from '@nestjs/common';
import { defineError } from '@telemon/platform/errors';
import { Counter } from '@telemon/platform/metrics';
import { CONFIG } from '@telemon/platform/platform.module';
import type { AuthVariables } from '../config.ts';
import { Counters } from './counters.ts';

const PERIOD_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;

const refused = new Counter({
  name: 'auth_codes_limited_total',
  help: 'One-time codes that were asked for and that a limit refused',
  labelNames: ['limit'],
});

const tooManyCodes = defineError(
  'TooManyCodes',
  'limited',
  ({ waitS }: { waitS: number }) =>
    `Too many codes were asked for. Try again in ${Math.ceil(waitS / 60)} min`,
);

/** Counts the one-time codes that are asked for, whether or not one is sent. */
@Injectable()
export class CodeLimits {
  constructor(
    private readonly counters: Counters,
    @Inject(CONFIG) private readonly config: AuthVariables,
  ) {}

  /**
   * Counts one for each recipient (an e-mail address, a phone number) and for the network address.
   * @throws where it is one too many.
   */
  async take(recipients: readonly string[], address: string): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    const { CODE_LIMIT, CODE_DAY_LIMIT, CODE_ADDRESS_LIMIT } = this.config;
    await this.count('address', `codes from ${address}`, CODE_ADDRESS_LIMIT, PERIOD_MS);
    for (const recipient of recipients) {
      await this.count('recipient', `codes to ${recipient}`, CODE_LIMIT, PERIOD_MS);
      await this.count('day', `codes of a day to ${recipient}`, CODE_DAY_LIMIT, DAY_MS);
    }
  }

  private async count(limit: string, key: string, most: number, periodMs: number): Promise<void> {
    const waitMs = await this.counters.take(key, most, periodMs);
    if (waitMs === 0) return;
    refused.inc({ limit });
    const waitS = Math.ceil(waitMs / 1_000);
    throw tooManyCodes({ waitS }, { retryAfterS: waitS });
  }
}
