import { Inject, Injectable } from '@nestjs/common';
import { limitedAs } from '@telemon/platform/network-address';
import { CONFIG } from '@telemon/platform/platform.module';
import type { GatewayVariables } from '../config.ts';
import { tooManyCalls, tooManyFiles } from './access.errors.ts';
import { refusals } from './refusals.ts';
import { TokenBuckets } from './token-buckets.ts';

const HOUR_MS = 3_600_000;

/** How often /v1 may be asked. Counted per process: behind a balancer each replica allows as much. */
@Injectable()
export class CallLimits {
  private readonly isOn: boolean;
  private readonly ofUser: TokenBuckets;
  private readonly ofAddress: TokenBuckets;
  private readonly uploads: TokenBuckets;

  constructor(@Inject(CONFIG) { RATE_LIMITS, USER_LIMIT, ADDRESS_LIMIT, UPLOAD_LIMIT }: GatewayVariables) {
    this.isOn = RATE_LIMITS === 'on';
    this.ofUser = new TokenBuckets(USER_LIMIT);
    this.ofAddress = new TokenBuckets(ADDRESS_LIMIT);
    this.uploads = new TokenBuckets(UPLOAD_LIMIT, HOUR_MS);
  }

  /** Counts a call of someone signed in. @throws where it is one too many. */
  takeForUser(id: string): void {
    this.take('USER_LIMIT', this.ofUser, id);
  }

  /** Counts a call without a valid token. @throws where it is one too many. */
  takeForAddress(address: string): void {
    this.take('ADDRESS_LIMIT', this.ofAddress, limitedAs(address));
  }

  /** Counts a file that a user sends. @throws where it is one too many. */
  takeUpload(userId: string): void {
    this.take('UPLOAD_LIMIT', this.uploads, userId, tooManyFiles);
  }

  private take(limit: string, buckets: TokenBuckets, key: string, tooMany = tooManyCalls): void {
    const waitMs = this.isOn ? buckets.take(key, performance.now()) : 0;
    if (waitMs === 0) return;
    refusals.inc({ limit });
    const waitS = Math.ceil(waitMs / 1_000);
    throw tooMany({ waitS }, { retryAfterS: waitS });
  }
}
