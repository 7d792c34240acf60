import { Inject, Injectable } from '@nestjs/common';
import { limitedAs } from '@telemon/platform/network-address';
import { CONFIG } from '@telemon/platform/platform.module';
import type { AuthVariables } from '../config.ts';
import { Counters } from './counters.ts';
import { defineTooMany } from './too-many.ts';

const PERIOD_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;

const tooManyCodes = defineTooMany('TooManyCodes', 'Too many codes were asked for');

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
    await this.counters.takeOrRefuse('CODE_ADDRESS_LIMIT', limitedAs(address), PERIOD_MS, tooManyCodes);
    for (const recipient of recipients) {
      await this.counters.takeOrRefuse('CODE_LIMIT', recipient, PERIOD_MS, tooManyCodes);
      await this.counters.takeOrRefuse('CODE_DAY_LIMIT', recipient, DAY_MS, tooManyCodes);
    }
  }

  /** Counts one for a recipient whom the caller doesn't name, and should not learn of: false where it is one too many. */
  async allows(recipient: string): Promise<boolean> {
    if (this.config.RATE_LIMITS === 'off') return true;
    const waitMs =
      (await this.counters.take('CODE_LIMIT', recipient, PERIOD_MS)) ||
      (await this.counters.take('CODE_DAY_LIMIT', recipient, DAY_MS));
    return waitMs === 0;
  }
}
