import { Inject, Injectable } from '@nestjs/common';
import { type DeviceLimits, isNearlyUsedUp } from '@telemon/contracts/alerting/limits';
import type { DeviceState } from '@telemon/contracts/facts';
import { CONFIG } from '@telemon/platform/platform.module';
import type { ClientSession } from 'mongodb';
import type { AlertingVariables } from '../../config.ts';
import { KnownUsers } from '../../scope/known-users.ts';
import { type NoticeDocument, rankOf } from '../notice.ts';
import type { Counter } from './counter.ts';
import { LimitCountersRepository } from './limit-counters.repository.ts';
import { warningOf } from './limit-warning.ts';
import { type LimitedNotice, type Limit, type LimitedChannel, NoticeLimits } from './notice-limits.ts';
import { Periods } from './period.ts';

interface Warned {
  /** Letters to managers whose limits are nearly used up, to be stored in the same transaction. */
  warnings: NoticeDocument[];
}

interface Counted extends Warned {
  /** For each notice why it is held, or null if it may be sent. */
  reasons: (string | null)[];
  /** For each notice the time from which it goes out with others; null: it goes out at once. */
  gatheredUntil: (Date | null)[];
}

/** One message in place of notices about several devices. */
interface LimitedMessage {
  channel: LimitedChannel;
  to: string;
  deviceNames: Iterable<string>;
}

interface CountedTogether extends Warned {
  /** Set if such a message went to the recipient within the last minute: when the next one may go. Nothing is counted then. */
  nextAt: Date | null;
  /** Why the notices of a device are held, by device; notices of other devices may be sent. */
  reasons: Map<string, string>;
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
    private readonly counters: LimitCountersRepository,
    private readonly users: KnownUsers,
  ) {}

  /**
   * Counts the notices, in their order, as far as every limit allows, in the caller's transaction: a rollback undoes
   * the count. Of those that go out with others only the device's limit counts each; the message in which they go counts later.
   * @throws unavailable if no fact about a manager has arrived yet, because the limit is unknown.
   */
  async count(notices: readonly LimitedNotice[], session: ClientSession, now: number): Promise<Counted> {
    const periods = new Periods(this.config.TIMEZONE, now);
    const limits = notices.map((notice) => this.limits.of(notice, periods));
    const counters = await this.counters.of(limits.flat(), session);
    const verdicts = notices.map((notice, place) => {
      const all = limits[place]!;
      const reason = reasonAgainst(all, counters);
      if (reason !== null) return { reason, gatheredUntil: null };
      const gatheredUntil = this.gatheredUntil(notice, { limits: all, counters, now });
      for (const limit of all) {
        if (gatheredUntil === null || limit.owner) counters.get(limit.counter)!.add();
      }
      return { reason: null, gatheredUntil };
    });
    const warnings = this.warningsFor(limits.flat(), counters, now);
    await this.counters.write(counters.values(), periods, session);
    return {
      reasons: verdicts.map(({ reason }) => reason),
      gatheredUntil: verdicts.map(({ gatheredUntil }) => gatheredUntil),
      warnings,
    };
  }

  /**
   * Counts one message in place of several notices, whose devices' limits have counted them already: once for the recipient, the
   * installation, and each manager whose devices it is about.
   * @throws unavailable if no fact about a manager has arrived yet, because the limit is unknown.
   */
  async countTogether(
    { channel, to, deviceNames }: LimitedMessage,
    session: ClientSession,
    now: number,
  ): Promise<CountedTogether> {
    const periods = new Periods(this.config.TIMEZONE, now);
    const limitsOf = new Map(
      [...deviceNames].map((name) => [
        name,
        this.limits.ofMessage({ deviceName: name, channel, to }, periods),
      ]),
    );
    const [ofRecipient] = this.limits.ofRecipient(channel, to, periods.of('Daily'));
    const all = [...[...limitsOf.values()].flat(), ...(ofRecipient ? [ofRecipient] : [])];
    const counters = await this.counters.of(all, session);
    const recipient = ofRecipient && counters.get(ofRecipient.counter)!;
    const reasons = new Map<string, string>();
    const nextAt = recipient?.nextGroupAt(now) ?? null;
    if (nextAt) return { nextAt, reasons, warnings: [] };
    const counted = new Map<string, Limit>();
    for (const [deviceName, limits] of limitsOf) {
      const reason = reasonAgainst(limits, counters);
      if (reason === null) for (const limit of limits) counted.set(limit.counter, limit);
      else reasons.set(deviceName, reason);
    }
    for (const counter of counted.keys()) counters.get(counter)!.add();
    if (reasons.size < limitsOf.size) recipient?.group(now);
    const warnings = this.warningsFor([...counted.values()], counters, now);
    await this.counters.write(counters.values(), periods, session);
    return { nextAt, reasons, warnings };
  }

  /** The limits of a device and its manager, and the notices sent in their periods. */
  async ofDevice(device: DeviceState, now: number): Promise<DeviceLimits> {
    const periods = new Periods(this.config.TIMEZONE, now);
    const of = (channel: LimitedChannel) => this.limits.ofDevice(device, channel, periods);
    const [sms, email] = [of('sms'), of('email')];
    const ofManager = this.users.get(device.managerId)
      ? this.limits.ofManager(device.managerId, periods)
      : [];
    const counters = await this.counters.of([sms, email, ...ofManager]);
    const shown = ({ counter, most, period }: Limit) => ({
      limit: most,
      used: counters.get(counter)!.usedIn(period),
      refreshes: new Date(period.end).toISOString(),
    });
    return { sms: shown(sms), email: shown(email), managerSms: ofManager.map(shown)[0] ?? null };
  }

  /** Until when a notice waits for others to its recipient; null: it goes out by itself. */
  private gatheredUntil(
    notice: LimitedNotice,
    {
      limits,
      counters,
      now,
    }: { limits: readonly Limit[]; counters: ReadonlyMap<string, Counter>; now: number },
  ): Date | null {
    const { GROUP_NOTICES_FROM: from } = this.config;
    const ofRecipient = limits.find(({ isOfRecipient }) => isOfRecipient);
    if (!ofRecipient || from === 0 || notice.isTest) return null;
    return counters.get(ofRecipient.counter)!.takePlace(from - 1, rankOf(notice), now);
  }

  private warningsFor(
    limits: readonly Limit[],
    counters: ReadonlyMap<string, Counter>,
    now: number,
  ): NoticeDocument[] {
    return limits.flatMap((limit) => this.warningFor(limit, counters.get(limit.counter)!, now) ?? []);
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

/** Why a notice with these limits is held; null: each of them allows one more. */
const reasonAgainst = (limits: readonly Limit[], counters: ReadonlyMap<string, Counter>): string | null =>
  limits.find((limit) => counters.get(limit.counter)!.usedIn(limit.period) >= limit.most)?.reason ?? null;
