import { Inject, Injectable } from '@nestjs/common';
import { limitedAs } from '@telemon/platform/network-address';
import { CONFIG } from '@telemon/platform/platform.module';
import type { AuthVariables } from '../config.ts';
import { emailKeyOf } from '../users/user-document.ts';
import { Limits } from './limits.ts';
import { defineTooMany } from './too-many.ts';

const tooManyLogins = defineTooMany('TooManyLogins', 'Too many failed attempts to sign in');

/**
 * Counts attempts to sign in, before the password is checked. An attempt that succeeds, or ends with an error, is taken
 * back, so only wrong passwords use up a limit. An account as such has no limit, because others could lock its owner out.
 */
@Injectable()
export class LoginLimits {
  constructor(
    private readonly limits: Limits,
    @Inject(CONFIG) private readonly config: AuthVariables,
  ) {}

  /** Does `work`, which returns null for a wrong password. @throws TooManyLogins beyond a limit. */
  async attempt<Result>(
    email: string,
    address: string,
    work: () => Promise<Result | null>,
  ): Promise<Result | null> {
    if (this.config.RATE_LIMITS === 'off') return work();
    const { ofAccount, ofAddress } = keysOf(email, address);
    await this.limits.takeOrRefuse('LOGIN_LIMIT', ofAccount, tooManyLogins);
    await this.limits.takeOrRefuse('LOGIN_ADDRESS_LIMIT', ofAddress, tooManyLogins);
    let result: Result | null;
    try {
      result = await work();
    } catch (error) {
      await this.limits.giveBack('LOGIN_LIMIT', ofAccount);
      await this.limits.giveBack('LOGIN_ADDRESS_LIMIT', ofAddress);
      throw error;
    }
    if (result === null) return null;
    await this.limits.clear('LOGIN_LIMIT', ofAccount);
    await this.limits.giveBack('LOGIN_ADDRESS_LIMIT', ofAddress);
    return result;
  }
}

const keysOf = (email: string, address: string): { ofAccount: string; ofAddress: string } => {
  const ofAddress = limitedAs(address);
  return { ofAccount: `${emailKeyOf(email)} ${ofAddress}`, ofAddress };
};
