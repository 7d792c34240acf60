import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Mongo } from '@telemon/platform/mongo';
import { MongoNetworkError } from 'mongodb';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import type { FollowUpAnnouncement } from './announcement.ts';
import { DeliveryService } from './delivery.service.ts';
import { laneOf } from './notice.ts';
import { NoticesRepository } from './notices.repository.ts';
import { NoticesService } from './notices.service.ts';

let given: GivenDelivery;

beforeAll(async () => {
  given = await GivenDelivery.start();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await given.notices.deleteMany({});
});
afterAll(() => given.stop());

const cleared = (entryId: string): FollowUpAnnouncement => ({
  entryId,
  kind: 'cleared',
  occasion: `${entryId} cleared`,
  say: () => ({ headline: 'Pump: back to normal', text: 'All is well', details: [], receivedAt: new Date() }),
});
const follow = (followUp: FollowUpAnnouncement) =>
  given.service
    .get(Mongo)
    .transaction((session) => given.service.get(NoticesService).follow([followUp], session));
/** The notice of a kind over SMS about an entry. */
const noticeOf = async (entryId: string, kind?: 'cleared') =>
  (await given.ofEntry(entryId)).find((notice) => notice.kind === kind)!;
const deliver = async (entryId: string, kind?: 'cleared') => {
  const notice = await noticeOf(entryId, kind);
  await given.service.get(DeliveryService).deliver(laneOf(notice), notice._id);
};
const subjects = () => given.providers.sms.map(({ body }) => body.split('\n')[0]);

describe('a follow-up', () => {
  it('waits for the notice before it, and is sent after it', async () => {
    const entryId = await given.fire({ contact: '+15005550007' });
    await follow(cleared(entryId));
    const sentBefore = given.providers.sms.length;
    await deliver(entryId, 'cleared');
    expect(given.providers.sms).toHaveLength(sentBefore);
    expect(await noticeOf(entryId, 'cleared')).toMatchObject({ state: 'queued', attempts: 0 });
    await given.deliverToTheEnd(entryId);
    expect(subjects().slice(sentBefore)).toEqual(['It is hot', 'All is well']);
  });

  it('is sent at once, and without a note about a second copy, though MongoDB fails to read the notice before it', async () => {
    const entryId = await given.fire({ contact: '+15005550007' });
    await given.deliver(entryId);
    await follow(cleared(entryId));
    const away = new MongoNetworkError('connection closed');
    jest.spyOn(given.service.get(NoticesRepository), 'find').mockRejectedValueOnce(away);
    const sentBefore = given.providers.sms.length;
    await deliver(entryId, 'cleared');
    expect(await noticeOf(entryId, 'cleared')).toMatchObject({ state: 'sent', reason: null });
    expect(subjects().slice(sentBefore)).toEqual(['All is well']);
  });

  it('is not sent if the notice before it was not', async () => {
    const entryId = await given.fire({ contact: '+15005550007' });
    await follow(cleared(entryId));
    const fired = await noticeOf(entryId);
    await given.notices.updateOne({ _id: fired._id }, { $set: { state: 'failed' }, $unset: { dueAt: '' } });
    await deliver(entryId, 'cleared');
    expect(await noticeOf(entryId, 'cleared')).toMatchObject({
      state: 'failed',
      reason: 'The message before this one was not sent',
    });
  });

  it('is stored once, and counts against the limits', async () => {
    const entryId = await given.fire({ contact: '+15005550007' });
    expect(await follow(cleared(entryId))).toHaveLength(1);
    expect(await follow(cleared(entryId))).toHaveLength(0);
    const counter = given.database.db.collection<{ _id: string; days: Record<string, number> }>(
      'limit_counters',
    );
    const { deviceName } = await noticeOf(entryId);
    const { days } = (await counter.findOne({ _id: `device:${deviceName}:sms` }))!;
    expect(Object.values(days)).toEqual([2]);
  });
});

describe('the search for due notices', () => {
  it('finds the more severe ones of a manager whose other notices wait in this process', async () => {
    const [info, critical] = [
      await given.fire({ contact: '+15005550007', severity: 'info' }),
      await given.fire({ contact: '+15005550007', severity: 'critical' }),
    ];
    const { managerId = '', rank } = await noticeOf(info);
    const repository = given.service.get(NoticesRepository);
    const due = await repository.due('sms', [{ lane: 'sms', share: managerId, rank: rank! }], 0, 3);
    expect(due.map(({ _id }) => _id)).toEqual([(await noticeOf(critical))._id]);
  });

  it('finds follow-ups of critical alerts first, and follow-ups without a severity among the warnings', async () => {
    const ids: string[] = [];
    for (const rank of [2, 1, undefined, 0, 2]) {
      const entryId = await given.fire({ contact: '+15005550007' });
      const { _id } = await noticeOf(entryId);
      ids.push(_id);
      const change = rank === undefined ? { $unset: { rank: '' as const } } : { $set: { rank } };
      await given.notices.updateOne({ _id }, change);
    }
    const due = await given.service.get(NoticesRepository).due('sms', [], 0, 3);
    expect(due.map(({ _id }) => ids.indexOf(_id))).toEqual([2, 3, 1]);
    expect((await given.service.get(NoticesRepository).due('sms', [{ lane: 'sms' }], 0, 3)).length).toBe(0);
  });
});
