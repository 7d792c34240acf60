import { Inject, Injectable } from '@nestjs/common';
import { limitedAs } from '@telemon/platform/network-address';
import { CONFIG } from '@telemon/platform/platform.module';
import { type RateLimit, RateLimits } from '@telemon/platform/redis/rate-limits';
import type { GatewayVariables } from '../config.ts';
import { tooManyCalls, tooManyExports, tooManyFiles } from './access.errors.ts';
import { limitedRequests } from './access.metrics.ts';

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** The limits of /v1 that Redis counts, by the variable that sets each, and their periods in seconds. */
const PERIODS = {
  USER_LIMIT: MINUTE_S,
  ADDRESS_LIMIT: MINUTE_S,
  DELIVERY_REPORT_LIMIT: MINUTE_S,
  UPLOAD_LIMIT: HOUR_S,
  EXPORT_LIMIT: HOUR_S,
} as const;
type CallLimitName = keyof typeof PERIODS;
export type AddressLimitName = Extract<CallLimitName, 'ADDRESS_LIMIT' | 'DELIVERY_REPORT_LIMIT'>;

/** The rate limits of /v1, shared by all gateways. */
@Injectable()
export class CallLimits {
  private readonly isOn: boolean;
  private readonly limits: ReadonlyMap<CallLimitName, RateLimit>;

  constructor(@Inject(CONFIG) config: GatewayVariables, limits: RateLimits) {
    this.isOn = config.RATE_LIMITS === 'on';
    const names = Object.keys(PERIODS) as CallLimitName[];
    this.limits = new Map(
      names.map((name) => [name, limits.define({ name, most: config[name], periodS: PERIODS[name] })]),
    );
  }

  /** Counts a call of a signed-in user. @throws TooManyCalls beyond the limit. */
  takeForUser(id: string): Promise<void> {
    return this.take('USER_LIMIT', id);
  }

  /** Counts a call without a valid token. @throws TooManyCalls beyond the limit. */
  takeForAddress(address: string, name: AddressLimitName): Promise<void> {
    return this.take(name, limitedAs(address));
  }

  /** Counts an upload of a user. @throws TooManyFiles beyond the limit. */
  takeUpload(userId: string): Promise<void> {
    return this.take('UPLOAD_LIMIT', userId, tooManyFiles);
  }

  /** Counts an export of a user. @throws TooManyExports beyond the limit. */
  takeExport(userId: string): Promise<void> {
    return this.take('EXPORT_LIMIT', userId, tooManyExports);
  }

  /** Takes back the count of an export that was not delivered. */
  async giveBackExport(userId: string): Promise<void> {
    if (this.isOn) await this.limits.get('EXPORT_LIMIT')!.giveBack(userId);
  }

  private async take(name: CallLimitName, key: string, tooMany = tooManyCalls): Promise<void> {
    const waitMs = this.isOn ? await this.limits.get(name)!.take(key) : 0;
    if (waitMs === 0) return;
    limitedRequests.inc({ limit: name });
    const waitS = Math.ceil(waitMs / 1_000);
    throw tooMany({ waitS }, { retryAfterS: waitS });
  }
}
