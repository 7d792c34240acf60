import { limitedAs } from '@telemon/platform/network-address';

const MINUTE_MS = 60_000;
/** More pairs than this are not remembered; the oldest goes. */
const MOST_REMEMBERED = 20_000;

interface Failures {
  count: number;
  since: number;
}

/**
 * Counts failed sign-ins per address and name. A device that is beyond its failures is refused without a question to
 * anybody; the password that we know it by still lets it in, so that nobody can lock out a device that shares their
 * address. A password has 128 random bits: it is the questions that are limited, not the guesses.
 */
export class SignInLimit {
  private readonly failures = new Map<string, Failures>();

  constructor(private readonly failuresAMinute: number) {}

  isReached(address: string, name: string, now: number): boolean {
    const failures = this.failures.get(keyOf(address, name));
    return (
      failures !== undefined && now - failures.since < MINUTE_MS && failures.count >= this.failuresAMinute
    );
  }

  countFailure(address: string, name: string, now: number): void {
    const key = keyOf(address, name);
    const failures = this.failures.get(key);
    if (failures && now - failures.since < MINUTE_MS) {
      failures.count++;
      return;
    }
    this.failures.delete(key);
    if (this.failures.size >= MOST_REMEMBERED) this.failures.delete(this.failures.keys().next().value!);
    this.failures.set(key, { count: 1, since: now });
  }
}

// What is no name of a device may be of any length.
const keyOf = (address: string, name: string) => `${limitedAs(address)} ${name.slice(0, 32)}`;
