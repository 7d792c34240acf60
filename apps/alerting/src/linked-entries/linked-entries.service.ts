import { Injectable } from '@nestjs/common';
import { LinkedEntry, type SnoozeHours } from '@telemon/contracts/alerting/alert-log';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import { AcknowledgeLinks } from '../delivery/acknowledge-links.ts';
import type { AlertNotice } from '../delivery/notice.ts';
import { NoticesService } from '../delivery/notices.service.ts';
import { Snoozes, asSnoozed, snoozedAs } from '../delivery/snoozes.ts';
import { KnownUsers } from '../scope/known-users.ts';
import { linkNotValid } from './linked-entries.errors.ts';

/** Alert-log entries for the recipients of their notices. */
@Injectable()
export class LinkedEntries {
  constructor(
    private readonly links: AcknowledgeLinks,
    private readonly notices: NoticesService,
    private readonly snoozes: Snoozes,
    private readonly alertLog: AlertLogService,
    private readonly users: KnownUsers,
  ) {}

  /** The entry that a link leads to. @throws if the link is not valid */
  async find(link: string): Promise<LinkedEntry> {
    return this.entryOf(await this.noticeOf(link));
  }

  /** Acknowledges the entry that a link leads to, as the recipient of its notice. @throws if the link is not valid */
  async acknowledge(link: string): Promise<LinkedEntry> {
    const notice = await this.noticeOf(link);
    await this.alertLog.acknowledgeFor(notice.entryId, this.recipientOf(notice));
    return this.entryOf(notice);
  }

  /**
   * Snoozes the alert of the entry that a link leads to, as the recipient of its notice; for 0 hours: ends that.
   * @throws if the link is not valid
   */
  async snooze(link: string, hours: SnoozeHours): Promise<LinkedEntry> {
    const notice = await this.noticeOf(link);
    const entry = await this.entryOf(notice);
    const { alertId, deviceName } = notice;
    const by = this.recipientOf(notice);
    const { snoozedUntil } = asSnoozed(
      await this.snoozes.set({ alertId, deviceName }, hours, by, Date.now()),
    );
    return { ...entry, snoozedUntil };
  }

  private async noticeOf(link: string): Promise<AlertNotice> {
    const id = await this.links.read(link, Date.now());
    const notice = id === null ? null : await this.notices.find(id);
    if (!notice) throw linkNotValid();
    return notice;
  }

  private async entryOf(notice: AlertNotice): Promise<LinkedEntry> {
    const entry = await this.alertLog.find(notice.entryId);
    if (!entry) throw linkNotValid();
    return LinkedEntry.parse({ ...entry, snoozedUntil: await this.snoozedUntil(notice) });
  }

  private async snoozedUntil(notice: AlertNotice): Promise<string | null> {
    const until = await this.snoozes.untilOf(snoozedAs(notice), Date.now());
    return until && until.toISOString();
  }

  /** The user's name, or the address of a recipient that only the alert names. */
  private recipientOf({ userIds, to }: AlertNotice): string {
    const user = userIds.map((id) => this.users.get(id)).find((found) => found !== undefined);
    return user?.name ?? to;
  }
}
