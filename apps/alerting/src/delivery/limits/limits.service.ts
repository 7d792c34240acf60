import { Inject, Injectable } from '@nestjs/common';
import { type DeviceLimits, isNearlyUsedUp } from '@telemon/contracts/alerting/limits';
import type { DeviceState } from '@telemon/contracts/facts';
import { CONFIG } from '@telemon/platform/platform.module';
import type { ClientSession } from 'mongodb';
import type { AlertingVariables } from '../../config.ts';
import { KnownUsers } from '../../scope/known-users.ts';
import type { NoticeDocument } from '../notice.ts';
import type { Counter } from './counter.ts';
import { CountersRepository } from './counters.repository.ts';
import { warningOf } from './limit-warning.ts';
import { type Asking, type Limit, type LimitedChannel, NoticeLimits } from './notice-limits.ts';
import { Periods } from './period.ts';

export interface Counted {
  /** For each notice why it is held, or null if it may be sent. */
  reasons: (string | null)[];
  /** Letters to managers whose limits are nearly used up, to be stored in the same transaction. */
  warnings: NoticeDocument[];
}

/**
 * Counts notices by day against the limits of their device, its manager, their recipient and the installation; those over MQTT
 * against the limit of their broker's host.
 */
@Injectable()
export class LimitsService {
  constructor(
    @Inject(CONFIG) private readonly config: AlertingVariables,
    private readonly limits: NoticeLimits,
    private readonly counters: CountersRepository,
    private readonly users: KnownUsers,
  ) {}

  /**
   * Counts the notices, in their order, as far as every limit allows, in the caller's transaction: a rollback undoes
   * the count.
   * @throws unavailable if no fact about a manager has arrived yet, because the limit is unknown.
   */
  async count(asking: readonly Asking[], session: ClientSession, now: number): Promise<Counted> {
    const periods = new Periods(this.config.TIMEZONE, now);
    const limits = asking.map((notice) => this.limits.of(notice, periods));
    const counters = await this.counters.of(limits.flat(), session);
    const counterOf = ({ counter }: Limit) => counters.get(counter)!;
    const reasons = limits.map((all) => {
      const usedUp = all.find((limit) => counterOf(limit).usedIn(limit.period) >= limit.most);
      if (usedUp) return usedUp.reason;
      for (const limit of all) counterOf(limit).add();
      return null;
    });
    const warnings = limits.flat().flatMap((limit) => this.warningFor(limit, counterOf(limit), now) ?? []);
    await this.counters.write(counters.values(), periods, session);
    return { reasons, warnings };
  }

  /** The limits of a device, and the notices that it has sent in its period. */
  async ofDevice(device: DeviceState, now: number): Promise<DeviceLimits> {
    const periods = new Periods(this.config.TIMEZONE, now);
    const of = (channel: LimitedChannel) => this.limits.ofDevice(device, channel, periods);
    const [sms, email] = [of('sms'), of('email')];
    const counters = await this.counters.of([sms, email]);
    const shown = ({ counter, most, period }: Limit) => ({
      limit: most,
      used: counters.get(counter)!.usedIn(period),
      refreshes: new Date(period.end).toISOString(),
    });
    return { sms: shown(sms), email: shown(email) };
  }

  /** Once in a period, when a notice of this transaction has used most of the limit. */
  private warningFor(limit: Limit, counter: Counter, now: number): NoticeDocument | null {
    const { warns, period } = limit;
    if (!warns || !counter.isChanged) return null;
    const used = counter.usedIn(period);
    const email = this.users.get(warns.managerId)?.email;
    if (!email || !isNearlyUsedUp(used, limit.most) || !counter.warnIn(period)) return null;
    return warningOf({ ...limit, warns }, { used, email, zone: this.config.TIMEZONE, now });
  }
}
