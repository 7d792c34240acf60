import { Injectable } from '@nestjs/common';
import { reasonOf } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { GatheredRepository } from './gathered.repository.ts';
import { LiveAlerts } from './live-alerts.ts';
import { type NoticeDocument, isAboutAlert, isGroup } from './notice.ts';

/** Tells open pages the outcome of a notice; for a grouped notice, for each alert-log entry that it is about. */
@Injectable()
export class NoticeNews {
  constructor(
    private readonly live: LiveAlerts,
    private readonly gathered: GatheredRepository,
  ) {}

  /** Never throws: a page may miss news. */
  async tell(notice: NoticeDocument): Promise<void> {
    if (isAboutAlert(notice)) this.live.publish(notice, 'delivery');
    if (!isGroup(notice)) return;
    try {
      for (const member of await this.gathered.members(notice._id)) this.live.publish(member, 'delivery');
    } catch (error) {
      logger.debug({ noticeId: notice._id, reason: reasonOf(error) }, 'pages not told');
    }
  }
}
