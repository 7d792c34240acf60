import { Inject, Injectable } from '@nestjs/common';
import { limitedAs } from '@telemon/platform/network-address';
import { CONFIG } from '@telemon/platform/platform.module';
import { type RateLimit, RateLimits } from '@telemon/platform/redis/rate-limits';
import type { GatewayVariables } from '../config.ts';
import { tooManyCalls, tooManyExports, tooManyFiles } from './access.errors.ts';
import { limitedRequests } from './access.metrics.ts';

export type AddressLimitName = 'ADDRESS_LIMIT' | 'DELIVERY_REPORT_LIMIT';
type LimitName = AddressLimitName | 'USER_LIMIT' | 'UPLOAD_LIMIT' | 'EXPORT_LIMIT';

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** The rate limits of /v1, shared by all gateways. */
@Injectable()
export class CallLimits {
  private readonly isOn: boolean;
  private readonly limits: Record<LimitName, RateLimit>;

  constructor(@Inject(CONFIG) config: GatewayVariables, limits: RateLimits) {
    this.isOn = config.RATE_LIMITS === 'on';
    const define = (name: LimitName, periodS: number) => limits.define({ name, most: config[name], periodS });
    this.limits = {
      USER_LIMIT: define('USER_LIMIT', MINUTE_S),
      ADDRESS_LIMIT: define('ADDRESS_LIMIT', MINUTE_S),
      DELIVERY_REPORT_LIMIT: define('DELIVERY_REPORT_LIMIT', MINUTE_S),
      UPLOAD_LIMIT: define('UPLOAD_LIMIT', HOUR_S),
      EXPORT_LIMIT: define('EXPORT_LIMIT', HOUR_S),
    };
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

  /** Undoes it. */
  async giveBackExport(userId: string): Promise<void> {
    if (this.isOn) await this.limits.EXPORT_LIMIT.giveBack(userId);
  }

  private async take(name: LimitName, key: string, tooMany = tooManyCalls): Promise<void> {
    const waitMs = this.isOn ? await this.limits[name].take(key) : 0;
    if (waitMs === 0) return;
    limitedRequests.inc({ limit: name });
    const waitS = Math.ceil(waitMs / 1_000);
    throw tooMany({ waitS }, { retryAfterS: waitS });
  }
}
