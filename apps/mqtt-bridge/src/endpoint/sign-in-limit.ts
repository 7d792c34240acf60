import { limitedAs } from '@telemon/platform/network-address';
import type { RateLimit } from '@telemon/platform/redis/rate-limits';
import type { Verdict } from './authenticator.ts';

/**
 * Limits the failed sign-ins per address and device name, before the devices service is asked. A password in the local copy is
 * accepted all the same, so that others at the address can't lock the device out. The limit is against look-ups, not against
 * guesses: a password has 128 random bits.
 */
export class SignInLimit {
  constructor(private readonly limit: RateLimit) {}

  /** The verdict of `decide`; null after too many failures. */
  async attempt(
    address: string,
    deviceName: string,
    decide: () => Promise<Verdict>,
  ): Promise<Verdict | null> {
    const key = `${limitedAs(address)} ${deviceName}`;
    if ((await this.limit.take(key)) > 0) return null;
    const verdict = await decide();
    if (verdict.outcome !== 'refused') await this.limit.giveBack(key);
    return verdict;
  }
}
