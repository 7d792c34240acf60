import { Injectable } from '@nestjs/common';
import type { AlertLogEntry, DeliveryState } from '@telemon/contracts/alerting/alert-log';
import { unavailable } from '@telemon/platform/errors';
import type { ClientSession } from 'mongodb';
import { KnownDevices } from '../scope/known-devices.ts';
import { KnownUsers } from '../scope/known-users.ts';
import { noticesByOutcome } from './delivery.metrics.ts';
import { LimitsService } from './limits/limits.service.ts';
import {
  type Announcement,
  type AlertNotice,
  type NoticeChannel,
  type NoticeDocument,
  type NoticeLane,
  laneOf,
  noticesOf,
  partsOf,
} from './notice.ts';
import { NoticesRepository } from './notices.repository.ts';
import { Snoozes, snoozedAs } from './snoozes.ts';
import { Waker } from './waker.ts';

type Delivery = AlertLogEntry['delivery'];

const NONE: DeliveryState = { state: 'none', reason: null, at: null };

/** Notices that were stored. */
type Announced = { id: string; lane: NoticeLane; state: NoticeDocument['state'] }[];

/** The interface of notices for other features. */
@Injectable()
export class NoticesService {
  constructor(
    private readonly repository: NoticesRepository,
    private readonly limits: LimitsService,
    private readonly snoozes: Snoozes,
    private readonly waker: Waker,
    private readonly devices: KnownDevices,
    private readonly users: KnownUsers,
  ) {}

  /**
   * Stores the notices of alert-log entries in the caller's transaction. Those of snoozed alerts and those beyond a limit are held,
   * with the reason. A test message counts like any other, but users get no copy of it.
   * @returns the notices, for `send` after the commit.
   * @throws unavailable if no fact about a device has arrived yet, because its limits and copies are unknown.
   */
  async announce(announcements: Omit<Announcement, 'copies'>[], session: ClientSession): Promise<Announced> {
    const now = new Date();
    const notices = announcements.flatMap((announcement) => {
      const { deviceName, deviceVersion, isTest } = announcement;
      const device = this.devices.get(deviceName);
      if (!device && this.devices.goneVersionOf(deviceName) <= deviceVersion) throw unavailable();
      const copies = device && !isTest ? this.users.contactsFor(device) : [];
      return noticesOf({ ...announcement, copies }, now);
    });
    if (notices.length === 0) return [];
    const snoozed = await this.snoozes.reasonsOf(notices.map(snoozedAs), now.getTime(), session);
    const [quiet, awake] = [
      notices.filter((notice) => snoozed.has(snoozedAs(notice))),
      notices.filter((notice) => !snoozed.has(snoozedAs(notice))),
    ];
    for (const notice of quiet) hold(notice, snoozed.get(snoozedAs(notice))!);
    const { reasons, warnings } = await this.limits.count(awake, session, now.getTime());
    for (const [index, notice] of awake.entries()) {
      const reason = reasons[index]!;
      if (reason !== null) hold(notice, reason);
    }
    const all = [...notices, ...warnings];
    await this.repository.insert(all, session);
    return all.map((notice) => ({ id: notice._id, lane: laneOf(notice), state: notice.state }));
  }

  /** Has the queued notices sent now. */
  send(announced: Announced): void {
    for (const [lane, own] of Map.groupBy(announced, (notice) => notice.lane)) {
      const { channel } = partsOf(lane);
      const held = own.filter(({ state }) => state === 'held').length;
      if (held > 0) noticesByOutcome.inc({ channel, outcome: 'held' }, held);
      this.waker.wake(
        lane,
        own.filter(({ state }) => state === 'queued').map(({ id }) => id),
      );
    }
  }

  /** A notice about an alert-log entry; null if there is none with this id. */
  find(id: string): Promise<AlertNotice | null> {
    return this.repository.find(id);
  }

  /** The delivery states of each entry's notices, by entry id. */
  async deliveriesOf(entryIds: string[]): Promise<Map<string, Delivery>> {
    if (entryIds.length === 0) return new Map();
    const byEntry = Map.groupBy(await this.repository.ofEntries(entryIds), ({ entryId }) => entryId);
    return new Map(entryIds.map((id) => [id, deliveryOf(byEntry.get(id) ?? [])]));
  }

  /** Deletes the notices of deleted devices. */
  async removeOf(gone: { deviceName: string; version: number }[]): Promise<void> {
    await this.repository.removeOf(gone);
  }
}

const hold = (notice: NoticeDocument, reason: string): void => {
  Object.assign(notice, { state: 'held', reason });
  delete notice.dueAt;
};

const stateOf = (notice: NoticeDocument | undefined): DeliveryState =>
  notice === undefined
    ? NONE
    : {
        state: notice.state,
        reason: notice.reason,
        at: notice.at.toISOString(),
      };

const deliveryOf = (notices: AlertNotice[]): Delivery => {
  const own = (channel: NoticeChannel) =>
    notices.find((notice) => notice.isOwn && notice.channel === channel);
  const copy = (userId: string, channel: NoticeChannel) =>
    notices.find((notice) => notice.channel === channel && notice.userIds.includes(userId));
  const userIds = [...new Set(notices.flatMap((notice) => notice.userIds))].sort();
  return {
    sms: stateOf(own('sms')),
    email: stateOf(own('email')),
    mqtt: stateOf(own('mqtt')),
    copies: userIds.map((userId) => ({
      userId,
      sms: stateOf(copy(userId, 'sms')),
      email: stateOf(copy(userId, 'email')),
    })),
  };
};
