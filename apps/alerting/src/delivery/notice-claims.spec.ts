import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import { type NoticeDocument, queuedAt } from './notice.ts';
import { type Claimed, NoticeClaims } from './notice-claims.ts';
import { NoticesRepository } from './notices.repository.ts';

let given: GivenDelivery;
let claims: NoticeClaims;

beforeAll(async () => {
  given = await GivenDelivery.start();
  claims = given.service.get(NoticeClaims);
});
afterAll(() => given.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

/** A notice that is stored, and kept for its first claim. */
const keptNotice = async (createdAt = new Date(0)): Promise<NoticeDocument> => {
  const notice: NoticeDocument = {
    _id: randomUUID(),
    entryId: randomUUID(),
    channel: 'sms',
    to: '+15005550007',
    headline: 'Pump: Temperature above 10',
    details: [['Device', 'Pump (pump01)']],
    receivedAt: new Date(),
    ...queuedAt(createdAt, 'warning'),
  };
  await given.notices.insertOne({ ...notice });
  claims.keep([notice]);
  return notice;
};
const claim = ({ _id }: NoticeDocument) => claims.claim(_id, 'host:1', 60_000);

describe('the first claim of a notice', () => {
  it('returns the notice as it is stored, without reading it', async () => {
    const notice = await keptNotice();
    const read = jest.spyOn(given.service.get(NoticesRepository).notices, 'find');
    const claimed = await claim(notice);
    expect(read).not.toHaveBeenCalled();
    const { dueAt: _lease, holder: _holder, ...stored } = (await given.notices.findOne({ _id: notice._id }))!;
    expect(claimed).toMatchObject({ ticket: stored.ticket, isRepeated: false, notice: stored });
    expect(await claim(notice)).toBeNull();
  });

  it('comes at once although the clock of the process is ahead of the database’s', async () => {
    const ahead = new Date(Date.now() + 60_000);
    expect(await claim(await keptNotice(ahead))).toMatchObject({ isRepeated: false });
    const later = await keptNotice(ahead);
    await given.notices.updateOne({ _id: later._id }, { $set: { dueAt: new Date(ahead.getTime() + 1) } });
    expect(await claim(later)).toBeNull();
  });

  it('by this process returns the changes that another process has written', async () => {
    const notice = await keptNotice();
    const tried = { attempts: 1, mayHaveArrived: true, reason: 'No answer' };
    await given.notices.updateOne({ _id: notice._id }, { $set: tried });
    const claimed = await claim(notice);
    expect(claimed).toMatchObject({ isRepeated: true, notice: { attempts: 2, reason: 'No answer' } });
  });

  it('of several notices leaves out notices that another process has claimed', async () => {
    const [theirs, own, tried] = [await keptNotice(), await keptNotice(), await keptNotice()];
    const lease = new Date(Date.now() + 60_000);
    await given.notices.updateOne({ _id: theirs._id }, { $set: { dueAt: lease, attempts: 1 } });
    await given.notices.updateOne({ _id: tried._id }, { $set: { attempts: 1 } });
    const claimed = await Promise.all([theirs, own, tried].map(claim));
    expect(claimed.map((each) => each?.notice.attempts)).toEqual([undefined, 1, 2]);
  });
});

describe('marks that are written together', () => {
  const marked = async (...claimed: (Claimed | null)[]) => {
    const sent = { state: 'sent', reason: null } as const;
    await Promise.all(claimed.map((each) => claims.mark(each!, sent)));
    const notices = claimed.map((each) => given.notices.findOne({ _id: each!.id }));
    return (await Promise.all(notices)).map((notice) => notice!.state);
  };

  it('end the notices of each claim', async () => {
    const [one, other] = [await keptNotice(), await keptNotice()];
    expect(await marked(await claim(one), await claim(other))).toEqual(['sent', 'sent']);
  });

  it('leave a notice alone that was claimed anew meanwhile, also by a claim among them', async () => {
    const [lost, own] = [await keptNotice(), await keptNotice()];
    const earlier = await claim(lost);
    await given.notices.updateOne({ _id: lost._id }, { $set: { dueAt: new Date(0) } });
    const [again, first] = await Promise.all([claim(lost), claim(own)]);
    expect(again!.ticket).toBe(first!.ticket);
    expect(await marked(earlier, first)).toEqual(['queued', 'sent']);
  });
});
