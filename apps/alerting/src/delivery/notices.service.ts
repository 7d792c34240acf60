import { Injectable } from '@nestjs/common';
import { unavailable } from '@telemon/platform/errors';
import type { ClientSession } from 'mongodb';
import { KnownDevices } from '../scope/known-devices.ts';
import { KnownUsers } from '../scope/known-users.ts';
import { noticesByOutcome } from './delivery.metrics.ts';
import { GATHERED } from './grouped.ts';
import { LimitsService } from './limits/limits.service.ts';
import { type Announcement, type FollowUpAnnouncement, noticesAfter, noticesOf } from './announcement.ts';
import {
  type AlertNotice,
  type NoticeDocument,
  type NoticeLane,
  laneOf,
  partsOf,
  rankOf,
  turnOf,
  wasSent,
} from './notice.ts';
import { NoticeClaims } from './notice-claims.ts';
import { NoticesRepository } from './notices.repository.ts';
import { Snoozes, snoozedAs } from './snoozes.ts';
import { type DeliveryOutcomes, outcomesOf } from './delivery-outcomes.ts';
import type { Turn } from './turns.ts';
import { Waker } from './waker.ts';

/** Notices that were stored. */
export type Announced = (Turn & {
  id: string;
  lane: NoticeLane;
  /** Held ones are never sent; gathered ones go out with others, later. */
  as: 'due' | 'gathered' | 'held';
  /** Absent if it was stored earlier, because it may have changed since. */
  notice?: NoticeDocument;
})[];

/** Notices that are stored, for `send` after the commit. */
export const announcedAs = (
  notices: readonly Pick<
    NoticeDocument,
    '_id' | 'channel' | 'to' | 'rank' | 'managerId' | 'state' | 'gatheredUntil'
  >[],
): Announced =>
  notices.map((notice) => ({
    id: notice._id,
    lane: laneOf(notice),
    ...turnOf(notice),
    as: notice.state === 'held' ? 'held' : notice.gatheredUntil ? 'gathered' : 'due',
  }));

/** The interface of notices for other features. */
@Injectable()
export class NoticesService {
  constructor(
    private readonly repository: NoticesRepository,
    private readonly claims: NoticeClaims,
    private readonly limits: LimitsService,
    private readonly snoozes: Snoozes,
    private readonly waker: Waker,
    private readonly devices: KnownDevices,
    private readonly users: KnownUsers,
  ) {}

  /**
   * Stores the notices of alert-log entries in the caller's transaction. Those of snoozed and of flapping alerts and those beyond a
   * limit are held, with the reason. Those of a recipient who gets many at once wait, to go out in one message. A test message counts
   * like any other, but goes out at once, and users get no copy of it.
   * @returns the notices, for `send` after the commit.
   * @throws unavailable if no fact about a device has arrived yet, because its limits and copies are unknown.
   */
  async announce(announcements: Omit<Announcement, 'copies'>[], session: ClientSession): Promise<Announced> {
    const now = new Date();
    const notices = announcements.flatMap((announcement) => {
      const { isTest, heldBecause } = announcement;
      const device = this.deviceOf(announcement);
      const copies = device && !isTest ? this.users.contactsFor(device) : [];
      return heldIf(heldBecause, noticesOf({ ...announcement, copies }, now));
    });
    const known = await this.knownOf(announcements, session);
    return this.store(
      notices.filter(({ _id }) => !known.has(_id)),
      now,
      session,
    );
  }

  /** Stores follow-ups to recipients of earlier notices about entries, as `announce` stores the first notices; none a second time. */
  async follow(followUps: FollowUpAnnouncement[], session: ClientSession): Promise<Announced> {
    if (followUps.length === 0) return [];
    const now = new Date();
    const ids = followUps.map(({ entryId }) => entryId);
    const earlier = Map.groupBy(await this.repository.ofEntries(ids, session), ({ entryId }) => entryId);
    const notices = followUps.flatMap((followUp) =>
      heldIf(followUp.heldBecause, noticesAfter(followUp, earlier.get(followUp.entryId) ?? [], now)),
    );
    return this.store(notices, now, session);
  }

  /** The notices that are stored already, about entries that are announced again; the caller knows that of those that fired. */
  private async knownOf(
    announcements: readonly Omit<Announcement, 'copies'>[],
    session: ClientSession,
  ): Promise<Set<string>> {
    const ids = announcements.filter(({ occasion }) => occasion !== undefined).map(({ entryId }) => entryId);
    if (ids.length === 0) return new Set();
    return new Set((await this.repository.ofEntries(ids, session)).map(({ _id }) => _id));
  }

  /** The device that a notice is about; undefined if it is gone. @throws unavailable if no fact about it has arrived yet */
  private deviceOf({ deviceName, deviceVersion }: Pick<AlertNotice, 'deviceName' | 'deviceVersion'>) {
    const device = this.devices.get(deviceName);
    if (!device && this.devices.goneVersionOf(deviceName) <= deviceVersion) throw unavailable();
    return device;
  }

  /** Holds notices of snoozed alerts and notices beyond a limit, gathers notices that go out with others, and stores all. */
  private async store(notices: AlertNotice[], now: Date, session: ClientSession): Promise<Announced> {
    if (notices.length === 0) return [];
    const snoozed = await this.snoozes.reasonsOf(notices.map(snoozedAs), now.getTime(), session);
    for (const notice of notices) {
      hold(notice, snoozed.get(snoozedAs(notice)));
      const managerId = this.deviceOf(notice)?.managerId;
      if (managerId !== undefined) notice.managerId = managerId;
    }
    // The most severe notices first, so that they go out at once.
    const awake = notices.filter(({ state }) => state === 'queued').sort(byRank);
    const { reasons, gatheredUntil, warnings } = await this.limits.count(awake, session, now.getTime());
    for (const [index, notice] of awake.entries()) {
      hold(notice, reasons[index] ?? undefined);
      gather(notice, gatheredUntil[index] ?? null);
    }
    const all = [...notices, ...warnings];
    await this.repository.insert(all, session);
    return announcedAs(all).map((announced, place) => ({ ...announced, notice: all[place]! }));
  }

  /** Has the notices sent now that are due. */
  send(announced: Announced): void {
    for (const [lane, own] of Map.groupBy(announced, (notice) => notice.lane)) {
      const { channel } = partsOf(lane);
      for (const outcome of ['held', 'gathered'] as const) {
        const count = own.filter(({ as }) => as === outcome).length;
        if (count > 0) noticesByOutcome.inc({ channel, outcome }, count);
      }
      const due = own.filter(({ as }) => as === 'due');
      this.claims.keep(due.flatMap(({ notice }) => notice ?? []));
      this.waker.wake(lane, due);
    }
  }

  /** @throws unavailable if no fact about a device has arrived yet: then it is unknown, not gone */
  expectToKnowDevicesOf(notices: readonly Pick<AlertNotice, 'deviceName' | 'deviceVersion'>[]): void {
    for (const notice of notices) this.deviceOf(notice);
  }

  /** A notice about an alert-log entry; null if there is none with this id. */
  find(id: string): Promise<AlertNotice | null> {
    return this.repository.find(id);
  }

  /** Whether the notices that an entry fired wait to be sent, and none was sent yet. */
  async isUntold(entryId: string): Promise<boolean> {
    const fired = (await this.repository.ofEntries([entryId])).filter(({ kind }) => kind === undefined);
    return fired.some(({ state }) => state === 'queued') && !fired.some(wasSent);
  }

  /** The outcomes of each entry's notices, by entry id. */
  async outcomesOf(entryIds: string[]): Promise<Map<string, DeliveryOutcomes>> {
    if (entryIds.length === 0) return new Map();
    const byEntry = Map.groupBy(await this.repository.ofEntries(entryIds), ({ entryId }) => entryId);
    return new Map(entryIds.map((id) => [id, outcomesOf(byEntry.get(id) ?? [])]));
  }

  /** Deletes the notices and snoozes of deleted devices. */
  async removeOf(gone: { deviceName: string; version: number }[]): Promise<void> {
    await this.repository.removeOf(gone);
    await this.snoozes.removeOf(gone);
  }
}

const byRank = (one: NoticeDocument, other: NoticeDocument): number => rankOf(one) - rankOf(other);

/** Has a notice wait for others to its recipient, if there is a time until which it does. */
const gather = (notice: NoticeDocument, until: Date | null): void => {
  if (until === null) return;
  Object.assign(notice, { gatheredUntil: until, reason: GATHERED });
  delete notice.dueAt;
};

/** Holds a notice, if there is a reason and no earlier one. */
const hold = (notice: NoticeDocument, reason: string | undefined): void => {
  if (reason === undefined || notice.state === 'held') return;
  Object.assign(notice, { state: 'held', reason });
  delete notice.dueAt;
};

const heldIf = (reason: string | undefined, notices: AlertNotice[]): AlertNotice[] => {
  for (const notice of notices) hold(notice, reason);
  return notices;
};
