import { Inject, Injectable } from '@nestjs/common';
import type { DeviceState } from '@telemon/contracts/facts';
import { unavailable } from '@telemon/platform/errors';
import { CONFIG } from '@telemon/platform/platform.module';
import type { AlertingVariables } from '../../config.ts';
import { KnownDevices } from '../../scope/known-devices.ts';
import { KnownUsers } from '../../scope/known-users.ts';
import { brokerOf } from '../mqtt-target.ts';
import { type AlertNotice, type NoticeChannel, recipientKeyOf } from '../notice.ts';
import type { CounterOwner } from './counter.ts';
import type { Period, Periods } from './period.ts';

/** The channels that the limits of devices count. */
export type LimitedChannel = Exclude<NoticeChannel, 'mqtt'>;

/** A limit: how many notices one counter may count in a period. */
export interface Limit {
  readonly counter: string;
  /** The device of a device's counter, which counts notices; other counters count messages. */
  readonly owner?: CounterOwner;
  /** Whether it is the counter of a recipient. */
  readonly isOfRecipient?: true;
  readonly period: Period;
  readonly most: number;
  readonly channel: NoticeChannel;
  /** The reason that the alert log shows with a held notice. */
  readonly reason: string;
  /** The manager to warn before the limit is used up, and the words for the limited thing: 'The device Pump (pump01) has'. */
  readonly warns?: { readonly managerId: string; readonly subject: string; readonly has: string };
}

/** The fields of a notice that determine its limits. */
export type LimitedNotice = Pick<AlertNotice, 'deviceName' | 'channel' | 'to' | 'rank' | 'isTest'>;

/** The number of messages: 10 SMS. */
export const inWords = (count: number, channel: NoticeChannel): string =>
  channel === 'email'
    ? `${count} ${count === 1 ? 'e-mail' : 'e-mails'}`
    : `${count} ${channel === 'sms' ? 'SMS' : 'MQTT messages'}`;

/** Tells which limits a notice counts against. */
@Injectable()
export class NoticeLimits {
  constructor(
    @Inject(CONFIG) private readonly config: AlertingVariables,
    private readonly devices: KnownDevices,
    private readonly users: KnownUsers,
  ) {}

  /** @throws unavailable if no fact about the device's manager has arrived yet, because the limit is unknown. */
  of({ deviceName, channel, to }: LimitedNotice, periods: Periods): Limit[] {
    const device = this.devices.get(deviceName);
    const day = periods.of('Daily');
    if (!device) {
      return [{ counter: 'gone', period: day, most: 0, channel, reason: 'The device is gone' }];
    }
    if (channel === 'mqtt') return [this.ofHost(brokerOf(to).host, device.managerId, day)];
    const ofManager = channel === 'sms' ? this.ofManager(device.managerId, periods) : [];
    return [this.ofDevice(device, channel, periods), ...ofManager, ...this.ofRecipient(channel, to, day)];
  }

  /** The limits of one message in place of several notices, for one of these: all but the limit of the notice's device. */
  ofMessage(notice: LimitedNotice, periods: Periods): Limit[] {
    return this.of(notice, periods).filter(({ owner }) => owner === undefined);
  }

  /** The device's own limit, in its period. */
  ofDevice(device: DeviceState, channel: LimitedChannel, periods: Periods): Limit {
    const { deviceName, deviceAlias, deviceKey, managerId, smsLimit, emailLimit, limitRefresh } = device;
    const most = channel === 'sms' ? smsLimit : emailLimit;
    const period = periods.of(limitRefresh);
    return {
      counter: `device:${deviceName}:${channel}`,
      owner: { ...(deviceKey !== undefined && { deviceKey }), managerId },
      period,
      most,
      channel,
      reason: `The device’s limit of ${inWords(most, channel)} a ${period.name} is used up`,
      warns: {
        managerId,
        subject: `${deviceAlias}: `,
        has: `The device ${deviceAlias} (${deviceName}) has`,
      },
    };
  }

  /** The manager's limit. @throws unavailable if no fact about the manager has arrived yet. */
  ofManager(id: string, periods: Periods): Limit[] {
    const manager = this.users.get(id);
    if (!manager) {
      if (!this.users.hasHeardOf(id)) throw unavailable();
      return [];
    }
    const period = periods.of('Monthly');
    return [
      {
        counter: `manager:${id}:sms`,
        period,
        most: manager.smsLimit,
        channel: 'sms',
        reason: `The manager’s limit of ${inWords(manager.smsLimit, 'sms')} a ${period.name} is used up`,
        warns: { managerId: id, subject: '', has: 'Your devices have' },
      },
    ];
  }

  /** The limit of a phone number or address for the devices of all managers and, for SMS, the limit of the installation behind it. */
  ofRecipient(channel: LimitedChannel, to: string, period: Period): Limit[] {
    const { SMS_RECIPIENT_DAY_LIMIT, EMAIL_RECIPIENT_DAY_LIMIT, SMS_DAY_LIMIT } = this.config;
    const isLimited = this.config.RATE_LIMITS === 'on';
    if (!isLimited && this.config.GROUP_NOTICES_FROM === 0) return [];
    const ofDay = channel === 'sms' ? SMS_RECIPIENT_DAY_LIMIT : EMAIL_RECIPIENT_DAY_LIMIT;
    const ofOne: Limit = {
      counter: `to:${channel}:${recipientKeyOf(to)}`,
      isOfRecipient: true,
      period,
      most: isLimited ? ofDay : Infinity,
      channel,
      reason: `The limit of ${inWords(ofDay, channel)} a ${period.name} to this recipient is used up`,
    };
    if (channel === 'email' || !isLimited) return [ofOne];
    const ofAll: Limit = {
      counter: 'installation:sms',
      period,
      most: SMS_DAY_LIMIT,
      channel,
      reason: `The installation’s limit of ${inWords(SMS_DAY_LIMIT, channel)} a ${period.name} is used up`,
    };
    return [ofOne, ofAll];
  }

  /** The limit of a broker's host. Each manager has a counter, so that one can't use up another's messages to a broker that they share. */
  private ofHost(host: string, managerId: string, period: Period): Limit {
    const { MQTT_DAY_LIMIT: most } = this.config;
    return {
      counter: `host:${managerId}:${host}`,
      period,
      most,
      channel: 'mqtt',
      reason: `The limit of ${inWords(most, 'mqtt')} a ${period.name} to this host is used up`,
    };
  }
}
