import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@telemon/platform/platform.module';
import { type RateLimit, RateLimits } from '@telemon/platform/redis/rate-limits';
import type { AuthVariables } from '../config.ts';
import { refused } from './refused.ts';
import type { TooMany } from './too-many.ts';

const TEN_MINUTES_S = 600;
const QUARTER_HOUR_S = 900;
const DAY_S = 24 * 3_600;

/** The limits of auth that Redis counts, by the variable that sets each, and their periods in seconds. */
const PERIODS = {
  LOGIN_LIMIT: QUARTER_HOUR_S,
  LOGIN_ADDRESS_LIMIT: QUARTER_HOUR_S,
  CODE_LIMIT: TEN_MINUTES_S,
  CODE_DAY_LIMIT: DAY_S,
  CODE_ADDRESS_LIMIT: TEN_MINUTES_S,
} as const;
type LimitName = keyof typeof PERIODS;

/** Counts per limit and key, for all replicas together. */
@Injectable()
export class Limits {
  private readonly limits: ReadonlyMap<LimitName, RateLimit>;

  constructor(@Inject(CONFIG) config: AuthVariables, limits: RateLimits) {
    const names = Object.keys(PERIODS) as LimitName[];
    this.limits = new Map(
      names.map((name) => [name, limits.define({ name, most: config[name], periodS: PERIODS[name] })]),
    );
  }

  /** Counts one; false beyond the limit. */
  async allows(name: LimitName, key: string): Promise<boolean> {
    return (await this.take(name, key)) === 0;
  }

  /** Counts one. @throws `tooMany` beyond the limit. */
  async takeOrRefuse(name: LimitName, key: string, tooMany: TooMany): Promise<void> {
    const waitMs = await this.take(name, key);
    if (waitMs > 0) throw tooMany(waitMs);
  }

  giveBack(name: LimitName, key: string): Promise<void> {
    return this.limits.get(name)!.giveBack(key);
  }

  clear(name: LimitName, key: string): Promise<void> {
    return this.limits.get(name)!.clear(key);
  }

  private async take(name: LimitName, key: string): Promise<number> {
    const waitMs = await this.limits.get(name)!.take(key);
    if (waitMs > 0) refused.inc({ limit: name });
    return waitMs;
  }
}
