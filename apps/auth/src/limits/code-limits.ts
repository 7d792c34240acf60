import { Inject, Injectable } from '@nestjs/common';
import { limitedAs } from '@telemon/platform/network-address';
import { CONFIG } from '@telemon/platform/platform.module';
import type { AuthVariables } from '../config.ts';
import { Limits } from './limits.ts';
import { defineTooMany } from './too-many.ts';

const tooManyCodes = defineTooMany('TooManyCodes', 'Too many codes were asked for');

/** Counts the requests for one-time codes and invitations, whether or not one is sent. */
@Injectable()
export class CodeLimits {
  constructor(
    private readonly limits: Limits,
    @Inject(CONFIG) private readonly config: AuthVariables,
  ) {}

  /**
   * Counts one for each recipient (an e-mail address, a phone number) and for the network address, if that is limited.
   * @throws TooManyCodes beyond a limit.
   */
  async take(recipients: readonly string[], address: string | null): Promise<void> {
    if (this.config.RATE_LIMITS === 'off') return;
    if (address !== null)
      await this.limits.takeOrRefuse('CODE_ADDRESS_LIMIT', limitedAs(address), tooManyCodes);
    for (const recipient of recipients) {
      await this.limits.takeOrRefuse('CODE_LIMIT', recipient, tooManyCodes);
      await this.limits.takeOrRefuse('CODE_DAY_LIMIT', recipient, tooManyCodes);
    }
  }

  /** Counts one for a recipient that the caller does not name and must not learn of; false beyond a limit. */
  async allows(recipient: string): Promise<boolean> {
    if (this.config.RATE_LIMITS === 'off') return true;
    return (
      (await this.limits.allows('CODE_LIMIT', recipient)) &&
      (await this.limits.allows('CODE_DAY_LIMIT', recipient))
    );
  }
}
