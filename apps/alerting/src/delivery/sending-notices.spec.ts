import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { UserState } from '@telemon/contracts/facts';
import { aDevice, aUser } from '@telemon/testing/builders';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { Redis } from 'ioredis';
import { GivenDelivery } from '../../testing/given-delivery.ts';
import { DeliveryService } from './delivery.service.ts';
import { GatheredRepository } from './gathered.repository.ts';
import { NoticeClaims } from './notice-claims.ts';
import { Sweep } from './sweep.ts';
import { Waker } from './waker.ts';

let given: GivenDelivery;

beforeAll(async () => {
  given = await GivenDelivery.prepare();
});
beforeEach(() => given.begin());
afterEach(() => given.end());
afterAll(() => given.drop());

describe('a notice', () => {
  it('is sent to its provider, and shown as sent in the alert log', async () => {
    const entryId = await given.fire({ contact: '+15005550007', email: 'on-call@example.com' });
    expect(await given.deliveryOf(entryId)).toMatchObject({
      sms: { state: 'queued' },
      email: { state: 'queued' },
    });
    await given.deliver(entryId);
    const body = expect.stringMatching(/^It is hot\nAcknowledge: https:\S+$/);
    expect(given.providers.sms).toMatchObject([{ to: '+15005550007', from: '+15005550006', body }]);
    const [email] = given.providers.emails;
    expect(email).toMatchObject({ from: 'telemon@example.com', to: ['on-call@example.com'] });
    const emailId = (await given.ofEntry(entryId)).find(({ channel }) => channel === 'email')!._id;
    expect(email!.raw).toContain(`Message-ID: <${emailId}@example.com>`);
    expect(email!.raw).toContain('Subject: Pump: Temperature above 10');
    expect(email!.raw).toContain('From: Telemon <telemon@example.com>');
    expect(await given.deliveryOf(entryId)).toEqual({
      sms: { state: 'sent', reason: null, at: expect.any(String) },
      email: { state: 'sent', reason: null, at: expect.any(String) },
      mqtt: { state: 'none', reason: null, at: null },
      copies: [],
    });
  });

  it('is copied to users who want copies and see the device, once to each address', async () => {
    const device = aDevice({ managerId: 'm1', assistantIds: ['s1'] });
    const wants = (id: string, changes: Partial<UserState>) =>
      aUser({ id, alertContactStatus: 1, email: `${id}@example.com`, contact: '', ...changes });
    const users = [
      wants('a1', { userRole: 'admin', email: 'on-call@example.com' }),
      wants('m1', {}),
      wants('s1', { userRole: 'assistant' }),
      wants('m2', {}),
      wants('s2', { userRole: 'assistant' }),
      aUser({ id: 'a2', userRole: 'admin', email: 'quiet@example.com' }),
    ];
    const entryId = await given.fire({ email: 'on-call@example.com', device, users });
    await given.deliver(entryId);
    expect(given.providers.emails.flatMap(({ to }) => to).sort()).toEqual([
      'm1@example.com',
      'on-call@example.com',
      's1@example.com',
    ]);
    const { copies, email } = await given.deliveryOf(entryId);
    expect(email.state).toBe('sent');
    expect(copies.map(({ userId, email: { state }, sms }) => [userId, state, sms.state])).toEqual([
      ['a1', 'sent', 'none'],
      ['m1', 'sent', 'none'],
      ['s1', 'sent', 'none'],
    ]);
  });

  it('is sent once when two replicas deliver it at the same time', async () => {
    const other = await given.startReplica();
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => given.fire({ email: 'on-call@example.com' })),
    );
    await Promise.all(ids.flatMap((id) => [given.deliver(id), given.deliver(id, other), given.deliver(id)]));
    expect(given.providers.emails).toHaveLength(20);
  });

  it('contains the text of an alert as text, without headers from it', async () => {
    const text = 'a\r\nBcc: all@example.com\r\n\r\n.\r\nRCPT TO:<all@example.com>';
    const entryId = await given.fire({ email: 'on-call@example.com', contact: '+15005550007', text });
    await given.deliver(entryId);
    expect(given.providers.emails).toMatchObject([{ to: ['on-call@example.com'] }]);
    expect(given.providers.emails[0]!.raw.split('\r\n\r\n')[0]).not.toMatch(/bcc/i);
    expect(given.providers.sms).toMatchObject([
      { body: expect.stringContaining(`${text.replaceAll('\r', '')}\nAcknowledge: `) },
    ]);
  });

  it.each(['a@example.com, b@example.com', 'Group: a@example.com;', 'a@example.com\r\nBcc: b@example.com'])(
    'is not sent to %j, which is not one mailbox',
    async (email) => {
      const entryId = await given.fire({ email });
      await given.deliver(entryId);
      expect(given.providers.emails).toEqual([]);
      expect((await given.deliveryOf(entryId)).email).toMatchObject({
        state: 'failed',
        reason: expect.any(String),
      });
    },
  );
});

describe('a process that starts again', () => {
  it('delivers the notices that it had claimed at once, and none that other processes have claimed', async () => {
    const [mine, theirs] = [
      await given.fire({ email: 'mine@example.com' }),
      await given.fire({ email: 'theirs@example.com' }),
    ];
    const claims = given.service.get(NoticeClaims);
    for (const [entryId, holder] of [
      [mine, 'host:1'],
      [theirs, 'host:2'],
    ] as const) {
      await claims.claim((await given.ofEntry(entryId))[0]!._id, holder, 60_000);
    }
    await claims.freeFrom('host:1');
    await given.deliver(mine);
    await given.deliver(theirs);
    expect(given.providers.emails).toMatchObject([{ to: ['mine@example.com'] }]);
  });
});

describe('a wake-up', () => {
  const wakeUp = (replica = given.service) => {
    const delivery = replica.get(DeliveryService);
    replica.get(Waker).start((lane, id) => delivery.deliver(lane, id));
  };
  const redisIsReady = () => until(() => given.service.get(Waker).isReady);
  const sentCount = () => given.notices.countDocuments({ state: 'sent' });

  it('delivers a notice at once, on any replica', async () => {
    const other = await given.startReplica();
    wakeUp(other);
    wakeUp();
    await redisIsReady();
    await Promise.all(Array.from({ length: 10 }, () => given.fire({ email: 'on-call@example.com' })));
    await until(async () => (await sentCount()) === 10);
    expect(given.providers.emails).toHaveLength(10);
  });

  it('comes again after a failed attempt', async () => {
    wakeUp();
    await redisIsReady();
    given.providers.smsBehaviours.push({ status: 500 });
    await given.fire({ contact: '+15005550007' });
    await until(async () => (await sentCount()) === 1);
    expect(given.providers.sms).toHaveLength(1);
  });

  it('is replaced by a sweep over MongoDB after Redis was emptied', async () => {
    wakeUp();
    await redisIsReady();
    // Fewer than open the circuit breaker. Their next attempts wait in Redis.
    const ids = ['+15005550001', '+15005550002', '+15005550003', '+15005550004'];
    given.providers.smsBehaviours.push(...ids.map(() => ({ status: 429 })));
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    given.providers.smsPause = gate;
    for (const contact of ids) await given.fire({ contact });
    // They fail together, so that none is tried again before the last one has failed.
    await until(() => given.providers.smsBehaviours.length === 0);
    open();
    await until(
      async () => (await given.notices.countDocuments({ attempts: 1, ticket: { $exists: false } })) === 4,
    );
    const redis = new Redis(servers().redisUrl);
    const keys = await redis.keys(`telemon:${given.database.db.databaseName}:*`);
    await redis.del(keys);
    redis.disconnect();
    expect(keys.filter((key) => key.endsWith('-1'))).toHaveLength(ids.length);
    const sweep = given.service.get(Sweep);
    await until(
      async () => {
        await sweep.sweep(0);
        return (await sentCount()) === ids.length;
      },
      { everyMs: 200 },
    );
    expect(given.providers.sms).toHaveLength(ids.length);
  });

  it('is replaced by a sweep over MongoDB while Redis is unreachable', async () => {
    const without = await given.startReplica({ REDIS_URL: 'redis://127.0.0.1:9' });
    wakeUp(without);
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => given.fire({ email: 'on-call@example.com' })),
    );
    await until(async () => {
      await without.get(Sweep).sweep(0);
      return (await sentCount()) === ids.length;
    });
    expect(given.providers.emails).toHaveLength(5);
  });

  it('is replaced by a sweep that could not read the notices that wait for others', async () => {
    const without = await given.startReplica({ REDIS_URL: 'redis://127.0.0.1:9' });
    jest.spyOn(without.get(GatheredRepository), 'recipients').mockRejectedValue(new Error('took too long'));
    wakeUp(without);
    await given.fire({ email: 'on-call@example.com' });
    await until(async () => {
      await without.get(Sweep).sweep(0);
      return (await sentCount()) === 1;
    });
    expect(given.providers.emails).toHaveLength(1);
  });

  it('is replaced by a sweep that reads only the notices still to be sent', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => given.fire({ email: 'on-call@example.com' })),
    );
    for (const id of ids.slice(1)) await given.deliver(id);
    const plan = await given.notices
      .find({
        channel: { $in: ['sms', 'email'] },
        dueAt: { $exists: true },
        $expr: { $lte: ['$dueAt', { $add: ['$$NOW', 1_000] }] },
      })
      .sort({ dueAt: 1 })
      .explain('executionStats');
    expect(plan['executionStats']).toMatchObject({ totalDocsExamined: 1, nReturned: 1 });
    expect(JSON.stringify(plan)).not.toContain('COLLSCAN');
  });
});
