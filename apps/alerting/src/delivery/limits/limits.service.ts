import { Inject, Injectable } from '@nestjs/common';
import { unavailable } from '@telemon/platform/errors';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import type { ClientSession, Collection } from 'mongodb';
import type { AlertingVariables } from '../../config.ts';
import { KnownDevices } from '../../scope/known-devices.ts';
import { KnownUsers } from '../../scope/known-users.ts';
import { brokerOf } from '../mqtt-target.ts';
import type { AlertNotice, NoticeChannel } from '../notice.ts';
import { periodOf } from './period.ts';

/** Longer than the longest period, so that no counter is deleted during its period, ms. */
const COUNTER_KEPT_MS = 40 * 24 * 3_600_000;

interface LimitCounterDocument {
  /** Device or manager, channel, and the start of the period. */
  _id: string;
  used: number;
  /** When MongoDB deletes the counter, after the end of its period. */
  expiresAt: Date;
}

interface NoticeLimit {
  counter: string;
  most: number;
  /** The reason that the alert log shows once the limit is used up. */
  reason: string;
}

/** The fields of a notice that determine its limits. */
type Asking = Pick<AlertNotice, 'deviceName' | 'channel' | 'to'>;

const inWords = (count: number, channel: Exclude<NoticeChannel, 'mqtt'>): string =>
  channel === 'sms' ? `${count} SMS` : `${count} ${count === 1 ? 'e-mail' : 'e-mails'}`;

/**
 * Counts notices against the limit of the device in its period and of the manager in the calendar month; those over MQTT against the
 * limit of their broker's host in the day.
 */
@Injectable()
export class LimitsService {
  private readonly counters: Collection<LimitCounterDocument>;

  constructor(
    mongo: Mongo,
    @Inject(CONFIG) private readonly config: AlertingVariables,
    private readonly devices: KnownDevices,
    private readonly users: KnownUsers,
  ) {
    this.counters = mongo.collection<LimitCounterDocument>('limit_counters', [
      { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ]);
  }

  /**
   * Counts the notices, in their order, as far as every limit allows, in the caller's transaction: a rollback undoes
   * the count.
   * @returns for each notice the reason why it is held, or null if it may be sent.
   * @throws unavailable if no fact about a manager has arrived yet, because the limit is unknown.
   */
  async count(asking: Asking[], session: ClientSession, now: number): Promise<(string | null)[]> {
    const limits = asking.map((notice) => this.limitsOf(notice, now));
    const ids = [...new Set(limits.flat().map(({ counter }) => counter))];
    const rows = await this.counters.find({ _id: { $in: ids } }, { session }).toArray();
    const used = new Map(rows.map(({ _id, used: count }) => [_id, count]));
    const taken = new Map<string, number>();
    const answers = limits.map((all) => {
      const usedUp = all.find(({ counter, most }) => (used.get(counter) ?? 0) >= most);
      if (usedUp) return usedUp.reason;
      for (const { counter } of all) {
        used.set(counter, (used.get(counter) ?? 0) + 1);
        taken.set(counter, (taken.get(counter) ?? 0) + 1);
      }
      return null;
    });
    if (taken.size > 0) {
      const expiresAt = new Date(now + COUNTER_KEPT_MS);
      // Of two transactions that update one counter at the same time, one aborts and retries.
      await this.counters.bulkWrite(
        [...taken].map(([_id, count]) => ({
          updateOne: {
            filter: { _id },
            update: { $inc: { used: count }, $setOnInsert: { expiresAt } },
            upsert: true,
          },
        })),
        { session },
      );
    }
    return answers;
  }

  private limitsOf({ deviceName, channel, to }: Asking, now: number): NoticeLimit[] {
    const device = this.devices.get(deviceName);
    if (!device) return [{ counter: '', most: 0, reason: 'The device is gone' }];
    const { TIMEZONE } = this.config;
    if (channel === 'mqtt') return [this.limitOfHost(brokerOf(to).host, device.managerId, now)];
    const most = channel === 'sms' ? device.smsLimit : device.emailLimit;
    const { name, start } = periodOf(device.limitRefresh, TIMEZONE, now);
    const ofDevice: NoticeLimit = {
      counter: `device:${deviceName}:${channel}:${name}:${new Date(start).toISOString()}`,
      most,
      reason: `The device’s limit of ${inWords(most, channel)} a ${name} is used up`,
    };
    if (channel === 'email') return [ofDevice];
    const manager = this.users.get(device.managerId);
    if (!manager) {
      if (!this.users.hasHeardOf(device.managerId)) throw unavailable();
      return [ofDevice];
    }
    const month = periodOf('Monthly', TIMEZONE, now);
    return [
      ofDevice,
      {
        counter: `manager:${manager.id}:sms:month:${new Date(month.start).toISOString()}`,
        most: manager.smsLimit,
        reason: `The manager’s limit of ${inWords(manager.smsLimit, 'sms')} a month is used up`,
      },
    ];
  }

  /** Per manager, so that nobody can use up the messages of others to a broker that they share. */
  private limitOfHost(host: string, managerId: string, now: number): NoticeLimit {
    const { TIMEZONE, MQTT_DAY_LIMIT: most } = this.config;
    const day = periodOf('Daily', TIMEZONE, now);
    return {
      counter: `host:${managerId}:${host}:day:${new Date(day.start).toISOString()}`,
      most,
      reason: `The limit of ${most} MQTT messages a day to this host is used up`,
    };
  }
}
