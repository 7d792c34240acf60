import { Mongo } from '@telemon/platform/mongo';
import { aDevice } from '@telemon/testing/builders';
import type { StartedService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import type { FollowUpAnnouncement } from '../src/delivery/announcement.ts';
import { DeliveryService } from '../src/delivery/delivery.service.ts';
import { Grouping } from '../src/delivery/grouping.ts';
import type { CounterDocument } from '../src/delivery/limits/counter.ts';
import { laneOf } from '../src/delivery/notice.ts';
import { type Announced, NoticesService } from '../src/delivery/notices.service.ts';
import type { GivenDelivery } from './given-delivery.ts';

export const EMAIL = 'on-call@example.com';
export const CONTACT = '+15005550007';
/** The variables of a process that groups notices. */
export const GROUPED = { GROUP_NOTICES_FROM: '5' };

type StormFiring = Omit<Parameters<GivenDelivery['fire']>[0], 'headline'>;

/** Many alerts that fire at one moment, and the messages that their recipients get. */
export class GivenStorm {
  readonly device = aDevice();

  constructor(private readonly given: GivenDelivery) {}

  get counters() {
    return this.given.database.db.collection<CounterDocument>('limit_counters');
  }

  /** After each test. */
  async end(): Promise<void> {
    await this.given.end();
    await this.counters.deleteMany({});
  }

  /** Fires alerts with the headlines 'Alert 1', 'Alert 2' and so on; returns the ids of their entries. */
  fire(
    count: number,
    firing: StormFiring = { email: EMAIL },
    replica: StartedService = this.given.service,
  ): Promise<string[]> {
    const firings = Array.from({ length: count }, (_, place) => ({
      device: this.device,
      ...firing,
      headline: `Alert ${place + 1}`,
    }));
    return this.given.fireAll(firings, replica);
  }

  /** Has an alert send a test message. */
  tryOut(replica: StartedService = this.given.service): Promise<Announced> {
    const announcement = {
      entryId: randomUUID(),
      alertId: 'alert',
      deviceName: this.device.deviceName,
      deviceVersion: 1,
      contact: null,
      email: EMAIL,
      headline: 'Test',
      text: 'Test',
      details: [],
      receivedAt: new Date(),
      isTest: true as const,
    };
    const notices = replica.get(NoticesService);
    return replica.get(Mongo).transaction((session) => notices.announce([announcement], session));
  }

  /** Stores the notices "back to normal" of an entry. */
  clear(entryId: string): Promise<Announced> {
    const say: FollowUpAnnouncement['say'] = () => ({
      headline: 'Back to normal',
      text: 'All is well',
      details: [],
      receivedAt: new Date(),
    });
    const cleared = { entryId, kind: 'cleared' as const, occasion: `${entryId} cleared`, say };
    const { service } = this.given;
    return service
      .get(Mongo)
      .transaction((session) => service.get(NoticesService).follow([cleared], session));
  }

  /** Ends the wait of the notices that wait for others. */
  async letMinutePass(): Promise<void> {
    await this.given.notices.updateMany(
      { gatheredUntil: { $exists: true } },
      { $set: { gatheredUntil: new Date(Date.now() - 1) } },
    );
  }

  /** Has the notices that wait go out together. */
  async group(replica: StartedService = this.given.service): Promise<void> {
    await this.letMinutePass();
    await replica.get(Grouping).group(Date.now());
  }

  /** Tries to deliver each stored notice, due or not, until none is due. */
  async deliver(): Promise<void> {
    const { notices, service } = this.given;
    await until(async () => {
      for (const notice of await notices.find().toArray())
        await service.get(DeliveryService).deliver(laneOf(notice), notice._id);
      return (await notices.countDocuments({ dueAt: { $exists: true } })) === 0;
    });
  }

  /** The notices in place of several. */
  get groups() {
    return this.given.notices.find({ group: { $exists: true } }).toArray();
  }

  get waiting() {
    return this.given.notices.find({ gatheredUntil: { $exists: true } }).toArray();
  }

  /** The subjects of the e-mails, in their order. */
  get subjects(): string[] {
    return this.given.providers.emails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)![1]!.trimEnd());
  }

  /** For each entry the outcome of its e-mail, as the alert log shows it. */
  async emailsOf(entryIds: string[]) {
    const outcomes = await this.given.service.get(NoticesService).outcomesOf(entryIds);
    return entryIds.map((id) => outcomes.get(id)!.delivery.email);
  }

  /** The count of a counter; 0 if there is none. */
  async counted(id: string): Promise<number> {
    const { days = {} } = (await this.counters.findOne({ _id: id })) ?? {};
    return Object.values(days).reduce((sum, count) => sum + count, 0);
  }
}
