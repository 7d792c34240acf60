import { Injectable } from '@nestjs/common';
import type { AlertLogEntry, DeliveryState } from '@telemon/contracts/alerts';
import type { ClientSession } from 'mongodb';
import { KnownDevices } from '../scope/known-devices.ts';
import { KnownUsers } from '../scope/known-users.ts';
import { Counting } from './counting.ts';
import { type Announcement, type NoticeChannel, type NoticeDocument, noticesOf } from './notice.ts';
import { NoticesRepository } from './notices.repository.ts';

type Delivery = AlertLogEntry['delivery'];

const NONE: DeliveryState = { state: 'none', reason: null, at: null };

/** What other features may do with notices. */
@Injectable()
export class NoticesService {
  constructor(
    private readonly repository: NoticesRepository,
    private readonly counting: Counting,
    private readonly devices: KnownDevices,
    private readonly users: KnownUsers,
  ) {}

  /**
   * Writes down, in the caller's transaction, who is to be told.
   * @returns the ids with which they are sent once the transaction is committed.
   */
  async announce(announcements: Omit<Announcement, 'copies'>[], session: ClientSession): Promise<string[]> {
    const now = new Date();
    const notices = announcements.flatMap((announcement) => {
      const device = this.devices.get(announcement.deviceName);
      const copies = device ? this.users.contactsFor(device) : [];
      return noticesOf({ ...announcement, copies }, now);
    });
    await this.repository.insert(notices, session);
    return notices.map(({ _id }) => _id);
  }

  /** Sends them as soon as can be. */
  send(ids: string[]): void {
    if (ids.length > 0) this.counting.add(ids);
  }

  /** What became of the notices of each entry. */
  async deliveriesOf(entryIds: string[]): Promise<Map<string, Delivery>> {
    const byEntry = Map.groupBy(await this.repository.ofEntries(entryIds), ({ entryId }) => entryId);
    return new Map(entryIds.map((id) => [id, deliveryOf(byEntry.get(id) ?? [])]));
  }

  /** Forgets those of devices that are gone. */
  async removeOf(gone: { deviceName: string; version: number }[]): Promise<void> {
    await this.repository.removeOf(gone);
  }
}

const stateOf = (notice: NoticeDocument | undefined): DeliveryState =>
  notice === undefined
    ? NONE
    : {
        state: notice.state === 'new' ? 'queued' : notice.state,
        reason: notice.reason,
        at: notice.at.toISOString(),
      };

const deliveryOf = (notices: NoticeDocument[]): Delivery => {
  const own = (channel: NoticeChannel) =>
    notices.find((notice) => notice.isOwn && notice.channel === channel);
  const copy = (userId: string, channel: NoticeChannel) =>
    notices.find((notice) => notice.channel === channel && notice.userIds.includes(userId));
  const userIds = [...new Set(notices.flatMap((notice) => notice.userIds))].sort();
  return {
    sms: stateOf(own('sms')),
    email: stateOf(own('email')),
    mqtt: NONE,
    copies: userIds.map((userId) => ({
      userId,
      sms: stateOf(copy(userId, 'sms')),
      email: stateOf(copy(userId, 'email')),
    })),
  };
};
