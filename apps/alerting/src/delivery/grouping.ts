import { Injectable } from '@nestjs/common';
import { reasonOf } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { Mongo } from '@telemon/platform/mongo';
import type { ClientSession } from 'mongodb';
import { noticesByOutcome } from './delivery.metrics.ts';
import { EARLIER_UNSENT, stateOfEarlier } from './earlier.ts';
import { GatheredRepository, type NoticeAddress } from './gathered.repository.ts';
import { type Gathered, groupOf } from './grouped.ts';
import { LimitsService } from './limits/limits.service.ts';
import { LiveAlerts } from './live-alerts.ts';
import type { NoticeDocument } from './notice.ts';
import { NoticesRepository } from './notices.repository.ts';
import { type Announced, NoticesService, announcedAs } from './notices.service.ts';
import { ReminderNeed } from './reminder-need.ts';
import { Sweep } from './sweep.ts';

/** Most recipients in one pass. */
const MOST_AT_ONCE = 200;
/** Most notices in one message: as many as a short transaction can change. */
const MOST_IN_ONE = 5_000;
/** How long a notice waits on for an earlier one that is still to be sent. */
const AFTER_EARLIER_MS = 60_000;

/** The outcome of a pass for a recipient. */
interface Grouped {
  announced: Announced;
  /** Gathered notices that a limit holds. */
  held: Gathered[];
  /** Gathered notices whose earlier notice was not sent, and reminders that are of no use any more. */
  late: Gathered[];
}

/**
 * Makes one message of the notices to a recipient that wait for each other. One transaction takes the notices, counts the message and stores
 * it, so that only one of several processes does so, and each notice goes out in one message or goes on waiting.
 */
@Injectable()
export class Grouping {
  constructor(
    private readonly gathered: GatheredRepository,
    private readonly repository: NoticesRepository,
    private readonly notices: NoticesService,
    private readonly limits: LimitsService,
    private readonly live: LiveAlerts,
    private readonly reminders: ReminderNeed,
    private readonly mongo: Mongo,
    sweep: Sweep,
  ) {
    sweep.alsoDo(async () => this.group(await this.mongo.now()));
  }

  /** Has the gathered notices go out that have waited long enough at a time, epoch ms. */
  async group(now: number): Promise<void> {
    for (const recipient of await this.gathered.recipients(new Date(now), MOST_AT_ONCE)) {
      await this.groupTo(recipient, now).catch((error: unknown) =>
        logger.warn({ channel: recipient.channel, reason: reasonOf(error) }, 'grouped notice waits'),
      );
    }
  }

  private async groupTo(recipient: NoticeAddress, now: number): Promise<void> {
    const { announced, held, late } = await this.mongo.transaction((session) =>
      this.store(recipient, now, session),
    );
    this.notices.send(announced);
    const { channel } = recipient;
    if (held.length > 0) noticesByOutcome.inc({ channel, outcome: 'held' }, held.length);
    if (late.length > 0) noticesByOutcome.inc({ channel, outcome: 'failed' }, late.length);
    for (const notice of [...held, ...late]) this.live.publish(notice, 'delivery');
  }

  private async store(recipient: NoticeAddress, now: number, session: ClientSession): Promise<Grouped> {
    const at = new Date(now);
    const gathered = await this.gathered.of(recipient, at, MOST_IN_ONE, session);
    this.notices.expectToKnowDevicesOf(gathered);
    const useless = await this.reminders.uselessAmong(gathered);
    const { ready, early, unsent } = await this.sorted(
      gathered.filter(({ _id }) => !useless.has(_id)),
      session,
    );
    await this.gathered.putOff(idsOf(early), new Date(now + AFTER_EARLIER_MS), session);
    const late = gathered.filter(({ _id }) => useless.has(_id) || unsent.has(_id));
    for (const [reason, some] of Map.groupBy(late, ({ _id }) => useless.get(_id) ?? EARLIER_UNSENT))
      await this.gathered.end(idsOf(some), { state: 'failed', reason, at }, session);
    if (ready.length === 0) return { announced: [], held: [], late };
    const deviceNames = new Set(ready.map(({ deviceName }) => deviceName));
    const { nextAt, reasons, warnings } = await this.limits.countTogether(
      { ...recipient, deviceNames },
      session,
      now,
    );
    if (nextAt) {
      await this.gathered.putOff(idsOf(ready), nextAt, session);
      return { announced: [], held: [], late };
    }
    const held = ready.filter(({ deviceName }) => reasons.has(deviceName));
    for (const [reason, some] of Map.groupBy(held, ({ deviceName }) => reasons.get(deviceName)!))
      await this.gathered.end(idsOf(some), { state: 'held', reason, at }, session);
    const sent = ready.filter(({ deviceName }) => !reasons.has(deviceName));
    const messages = await this.messageOf(sent, at, session);
    await this.repository.insert(warnings, session);
    return { announced: announcedAs([...messages, ...warnings]), held, late };
  }

  /** Stores the message in place of several notices; one by itself goes out as it is. */
  private async messageOf(notices: Gathered[], at: Date, session: ClientSession) {
    const [first, ...others] = notices;
    if (!first) return [];
    if (others.length === 0) {
      await this.gathered.release(first._id, at, session);
      return [{ ...first, state: 'queued' as const }];
    }
    const group = groupOf(notices, at);
    await this.repository.insert([group], session);
    await this.gathered.assign(idsOf(notices), group._id, session);
    return [group];
  }

  /** Divides notices into ready ones, early ones whose earlier notice is still to be sent, and ids of ones whose earlier notice was not sent. */
  private async sorted(gathered: Gathered[], session: ClientSession) {
    const ids = new Set(idsOf(gathered));
    const followed = gathered.flatMap(({ after }) => (after === undefined || ids.has(after) ? [] : [after]));
    const earlier = new Map(
      (await this.repository.withIds(followed, session)).map((notice) => [notice._id, notice]),
    );
    const placeOf = ({ after }: Gathered): 'sent' | 'queued' | 'unsent' =>
      after === undefined || ids.has(after) ? 'sent' : stateOfEarlier(earlier.get(after));
    const { sent = [], queued = [], unsent = [] } = Object.groupBy(gathered, placeOf);
    return { ready: sent, early: queued, unsent: new Set(idsOf(unsent)) };
  }
}

const idsOf = (notices: readonly Pick<NoticeDocument, '_id'>[]): string[] => notices.map(({ _id }) => _id);
