import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeviceState, UserState } from '@telemon/contracts/facts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Mongo } from '@telemon/platform/mongo';
import { aDevice, aUser } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { Providers } from '@telemon/testing/providers';
import { servers } from '@telemon/testing/servers';
import { type StartedService, prepareService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { Redis } from 'ioredis';
import { alertingVariables } from '../../testing/alerting-variables.ts';
import { tellOfManager } from '../../testing/told-manager.ts';
import { AlertingModule } from '../alerting.module.ts';
import { REPEATED } from './compose.ts';
import { DeliveryService } from './delivery.service.ts';
import type { NoticeDocument } from './notice.ts';
import { NoticesRepository } from './notices.repository.ts';
import { NoticesService } from './notices.service.ts';
import { Sweep } from './sweep.ts';
import { Waker } from './waker.ts';

let database: FreshDatabase;
let providers: Providers;
let service: StartedService;
const started: StartedService[] = [];

const startReplica = async (variables: Record<string, string> = {}): Promise<StartedService> => {
  const config = alertingVariables(database, { ...providers.env, ...variables });
  const replica = await prepareService({ app: 'alerting', config, module: AlertingModule });
  started.push(replica);
  await tellOfManager(replica);
  return replica;
};

beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(async () => {
  providers = await Providers.start();
  service = await startReplica();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((replica) => replica.stop()));
  await providers.stop();
  await notices().deleteMany({});
});
afterAll(() => database.drop());

const notices = () => database.db.collection<NoticeDocument>('notices');
let version = 0;
const knows = async (device: DeviceState, users: UserState[] = [], replica = service) => {
  const copies = replica.get(FactCopies);
  await copies
    .of('device')
    .apply([{ kind: 'device', key: device.deviceName, version: ++version, state: device }]);
  for (const user of users) {
    await copies.of('user').apply([{ kind: 'user', key: user.id, version: ++version, state: user }]);
  }
};

let entries = 0;
interface Given {
  contact?: string | null;
  email?: string | null;
  device?: DeviceState;
  users?: UserState[];
  text?: string;
}
/** A firing whose notices may go out; the id of its entry. */
const givenFiring = async ({
  contact = null,
  email = null,
  device = aDevice(),
  users = [],
  text = 'It is hot',
}: Given): Promise<string> => {
  await knows(device, users);
  const entryId = `entry-${++entries}`;
  const announcement = {
    entryId,
    alertId: 'alert',
    deviceName: device.deviceName,
    deviceVersion: 1,
    contact,
    email,
    headline: 'Pump: Temperature above 10',
    text,
    details: [['Device', 'Pump']] as [string, string][],
    receivedAt: new Date(),
  };
  const announced = await service
    .get(Mongo)
    .transaction((session) => service.get(NoticesService).announce([announcement], session));
  service.get(NoticesService).send(announced);
  return entryId;
};
const ofEntry = (entryId: string) => notices().find({ entryId }).toArray();
const deliver = async (entryId: string, replica = service) => {
  for (const { channel, _id } of await ofEntry(entryId))
    await replica.get(DeliveryService).deliver(channel, _id);
};
const deliveryOf = async (entryId: string) =>
  (await service.get(NoticesService).deliveriesOf([entryId])).get(entryId)!;
/** Delivers again and again, as wake-ups do, until nothing is left to do. */
const deliverToTheEnd = (entryId: string) =>
  until(
    async () => {
      await deliver(entryId);
      return (await notices().countDocuments({ entryId, dueAt: { $exists: true } })) === 0;
    },
    { everyMs: 50 },
  );

describe('a notice', () => {
  it('is handed to its provider, and the alert log says so', async () => {
    const entryId = await givenFiring({ contact: '+15005550007', email: 'on-call@example.com' });
    expect(await deliveryOf(entryId)).toMatchObject({ sms: { state: 'queued' }, email: { state: 'queued' } });
    await deliver(entryId);
    expect(providers.sms).toEqual([{ to: '+15005550007', from: '+15005550006', body: 'It is hot' }]);
    const [email] = providers.emails;
    expect(email).toMatchObject({ from: 'telemon@example.com', to: ['on-call@example.com'] });
    const emailId = (await ofEntry(entryId)).find(({ channel }) => channel === 'email')!._id;
    expect(email!.raw).toContain(`Message-ID: <${emailId}@example.com>`);
    expect(email!.raw).toContain('Subject: Pump: Temperature above 10');
    expect(email!.raw).toContain('From: Telemon <telemon@example.com>');
    expect(await deliveryOf(entryId)).toEqual({
      sms: { state: 'sent', reason: null, at: expect.any(String) },
      email: { state: 'sent', reason: null, at: expect.any(String) },
      mqtt: { state: 'none', reason: null, at: null },
      copies: [],
    });
  });

  it('goes as a copy to those who want one and may see the device, once to each address', async () => {
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
    const entryId = await givenFiring({ email: 'on-call@example.com', device, users });
    await deliver(entryId);
    expect(providers.emails.flatMap(({ to }) => to).sort()).toEqual([
      'm1@example.com',
      'on-call@example.com',
      's1@example.com',
    ]);
    const { copies, email } = await deliveryOf(entryId);
    expect(email.state).toBe('sent');
    expect(copies.map(({ userId, email: { state }, sms }) => [userId, state, sms.state])).toEqual([
      ['a1', 'sent', 'none'],
      ['m1', 'sent', 'none'],
      ['s1', 'sent', 'none'],
    ]);
  });

  it('goes out once where two processes want to send it at the same time', async () => {
    const other = await startReplica();
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => givenFiring({ email: 'on-call@example.com' })),
    );
    await Promise.all(ids.flatMap((id) => [deliver(id), deliver(id, other), deliver(id)]));
    expect(providers.emails).toHaveLength(20);
  });

  it('carries what people typed as text, and no header of theirs', async () => {
    const text = 'a\r\nBcc: all@example.com\r\n\r\n.\r\nRCPT TO:<all@example.com>';
    const entryId = await givenFiring({ email: 'on-call@example.com', contact: '+15005550007', text });
    await deliver(entryId);
    expect(providers.emails).toMatchObject([{ to: ['on-call@example.com'] }]);
    expect(providers.emails[0]!.raw.split('\r\n\r\n')[0]).not.toMatch(/bcc/i);
    expect(providers.sms).toMatchObject([{ body: text.replaceAll('\r', '') }]);
  });

  it.each(['a@example.com, b@example.com', 'Group: a@example.com;', 'a@example.com\r\nBcc: b@example.com'])(
    'goes to one mailbox alone: %j is none',
    async (email) => {
      const entryId = await givenFiring({ email });
      await deliver(entryId);
      expect(providers.emails).toEqual([]);
      expect((await deliveryOf(entryId)).email).toMatchObject({
        state: 'failed',
        reason: expect.any(String),
      });
    },
  );
});

describe('a provider that will not', () => {
  it.each([
    [{ status: 400, code: 21_211, message: 'Invalid To' }, 'This is not a phone number that can get SMS'],
    [{ status: 400, code: 21_610, message: 'x' }, 'The recipient has unsubscribed by answering STOP'],
    [{ status: 404, code: 20_404, message: 'Not\nfound' }, 'Twilio refused it: Not found (20404)'],
  ])('take an SMS at all (%j) is not asked again, and the log says why', async (behaviour, reason) => {
    providers.smsBehaviours.push(behaviour);
    const entryId = await givenFiring({ contact: '+15005550007' });
    await deliver(entryId);
    expect((await deliveryOf(entryId)).sms).toMatchObject({ state: 'failed', reason });
    await deliver(entryId);
    expect(providers.sms).toEqual([]);
  });

  it.each(['RCPT', 'BODY'] as const)('take an e-mail (5xx at %s) is not asked again', async (at) => {
    providers.mailBehaviours.push({ at, line: '550 no such user' });
    const entryId = await givenFiring({ email: 'nobody@example.com' });
    await deliver(entryId);
    expect((await deliveryOf(entryId)).email).toMatchObject({
      state: 'failed',
      reason: 'The mail server answered: 550 no such user',
    });
  });

  it('take it now is asked again, and the copy that arrives says nothing of it', async () => {
    providers.smsBehaviours.push({ status: 429 });
    providers.mailBehaviours.push({ at: 'RCPT', line: '451 try later' });
    const entryId = await givenFiring({ contact: '+15005550007', email: 'on-call@example.com' });
    await deliver(entryId);
    expect(await deliveryOf(entryId)).toMatchObject({
      sms: { state: 'queued', reason: 'Twilio asks to send more slowly' },
      email: { state: 'queued', reason: 'The mail server answered: 451 try later' },
    });
    await deliverToTheEnd(entryId);
    expect(await deliveryOf(entryId)).toMatchObject({
      sms: { state: 'sent', reason: null },
      email: { state: 'sent', reason: null },
    });
    expect(providers.sms).toMatchObject([{ body: 'It is hot' }]);
    expect(providers.emails).toHaveLength(1);
    expect(providers.emails[0]!.raw).not.toContain(REPEATED.slice(0, 30));
  });

  it('take more for a while is left alone for as long as it asks', async () => {
    providers.smsBehaviours.push({ status: 429, retryAfter: '2' });
    const entryId = await givenFiring({ contact: '+15005550007' });
    const asked = Date.now();
    await deliver(entryId);
    expect(service.get(DeliveryService).isLeftAlone('sms')).toBe(true);
    expect(service.get(DeliveryService).isLeftAlone('email')).toBe(false);
    await deliverToTheEnd(entryId);
    expect(Date.now() - asked).toBeGreaterThanOrEqual(2_000);
    expect(providers.sms).toHaveLength(1);
  });

  it('let us in is not held against the message', async () => {
    providers.smsBehaviours.push({ status: 401, code: 20_003, message: 'Authenticate' });
    const entryId = await givenFiring({ contact: '+15005550007' });
    await deliver(entryId);
    expect((await deliveryOf(entryId)).sms).toMatchObject({
      state: 'queued',
      reason: 'Twilio does not accept the login of Telemon',
    });
  });

  it('answer for a day is given up, and the log says why', async () => {
    const entryId = await givenFiring({ contact: '+15005550007' });
    await notices().updateOne(
      { entryId },
      { $set: { createdAt: new Date(Date.now() - 24 * 3_600_000 - 1) } },
    );
    providers.smsBehaviours.push({ status: 503 });
    await deliver(entryId);
    expect((await deliveryOf(entryId)).sms).toMatchObject({
      state: 'failed',
      reason: 'Given up after 24 hours: Twilio has a fault (HTTP 503)',
    });
  });

  it('answer at all does not hold up the other one', async () => {
    const paused = Promise.withResolvers<void>();
    providers.smsPause = paused.promise;
    const hanging = await givenFiring({ contact: '+15005550007' });
    const sms = deliver(hanging);
    const entryId = await givenFiring({ email: 'on-call@example.com' });
    await deliver(entryId);
    expect(providers.emails).toHaveLength(1);
    paused.resolve();
    await sms;
    expect(providers.sms).toHaveLength(1);
  });

  it('listen leaves everything where it is until it does', async () => {
    const away = await startReplica({ SMTP_URL: 'smtp://127.0.0.1:9', TWILIO_API_URL: 'http://127.0.0.1:9' });
    const entryId = await givenFiring({ contact: '+15005550007', email: 'on-call@example.com' });
    await deliver(entryId, away);
    expect(await ofEntry(entryId)).toMatchObject([
      { state: 'queued', mayHaveArrived: false, attempts: 1 },
      { state: 'queued', mayHaveArrived: false, attempts: 1 },
    ]);
    await deliverToTheEnd(entryId);
    expect([providers.sms.length, providers.emails.length]).toEqual([1, 1]);
  });
});

describe('a notice that may have arrived', () => {
  it('is sent again with the same Message-ID, and says so', async () => {
    providers.mailBehaviours.push('reset after the body');
    providers.smsBehaviours.push('reset');
    const entryId = await givenFiring({ contact: '+15005550007', email: 'on-call@example.com' });
    await deliverToTheEnd(entryId);
    const [first, second] = providers.emails;
    const idOf = (raw: string) => /^Message-ID: (.*)$/m.exec(raw)![1];
    expect(providers.emails).toHaveLength(2);
    expect(idOf(second!.raw)).toBe(idOf(first!.raw));
    expect(first!.raw).not.toContain('You may have had this message before');
    expect(second!.raw).toContain('You may have had this message before');
    expect(providers.sms).toMatchObject([{ body: `It is hot\n${REPEATED}` }]);
    const reason = 'Sending was interrupted, so this may have arrived twice';
    expect(await deliveryOf(entryId)).toMatchObject({
      sms: { state: 'sent', reason },
      email: { state: 'sent', reason },
    });
  });

  it('is taken over when the one who took it is gone, who then may say nothing of it any more', async () => {
    const entryId = await givenFiring({ email: 'on-call@example.com' });
    const [notice] = await ofEntry(entryId);
    const repository = service.get(NoticesRepository);
    const gone = await repository.claim(notice!._id, 'gone', 100);
    expect(gone).toMatchObject({ isRepeated: false });
    await deliver(entryId);
    expect(providers.emails).toEqual([]);
    await deliverToTheEnd(entryId);
    expect(providers.emails).toHaveLength(1);
    expect(providers.emails[0]!.raw).toContain('You may have had this message before');
    await repository.mark(gone!, { state: 'failed', reason: 'stale' });
    expect((await deliveryOf(entryId)).email.state).toBe('sent');
  });
});

describe('a process that comes back', () => {
  it('goes on at once with what it had taken, and with nothing of others', async () => {
    const [mine, theirs] = [
      await givenFiring({ email: 'mine@example.com' }),
      await givenFiring({ email: 'theirs@example.com' }),
    ];
    const repository = service.get(NoticesRepository);
    for (const [entryId, holder] of [
      [mine, 'host:1'],
      [theirs, 'host:2'],
    ] as const) {
      await repository.claim((await ofEntry(entryId))[0]!._id, holder, 60_000);
    }
    await repository.freeFrom('host:1');
    await deliver(mine);
    await deliver(theirs);
    expect(providers.emails).toMatchObject([{ to: ['mine@example.com'] }]);
  });
});

describe('being woken', () => {
  const wakeUp = (replica = service) => {
    const delivery = replica.get(DeliveryService);
    replica.get(Waker).start({ sms: 4, email: 4 }, (channel, id) => delivery.deliver(channel, id));
  };
  const redisIsReady = () => until(() => service.get(Waker).isReady);
  const sentCount = () => notices().countDocuments({ state: 'sent' });

  it('happens at once, on any replica', async () => {
    const other = await startReplica();
    wakeUp(other);
    wakeUp();
    await redisIsReady();
    await Promise.all(Array.from({ length: 10 }, () => givenFiring({ email: 'on-call@example.com' })));
    await until(async () => (await sentCount()) === 10);
    expect(providers.emails).toHaveLength(10);
  });

  it('happens again by itself after an attempt in vain', async () => {
    wakeUp();
    await redisIsReady();
    providers.smsBehaviours.push({ status: 500 });
    await givenFiring({ contact: '+15005550007' });
    await until(async () => (await sentCount()) === 1);
    expect(providers.sms).toHaveLength(1);
  });

  it('is made good from MongoDB where Redis was emptied', async () => {
    wakeUp();
    await redisIsReady();
    const paused = Promise.withResolvers<void>();
    providers.smsPause = paused.promise;
    const ids = await Promise.all(Array.from({ length: 30 }, () => givenFiring({ contact: '+15005550007' })));
    const redis = new Redis(servers().redisUrl);
    const keys = await redis.keys(`telemon:${database.db.databaseName}:*`);
    await redis.del(keys);
    redis.disconnect();
    paused.resolve();
    const sweep = service.get(Sweep);
    await until(
      async () => {
        await sweep.sweep(0);
        return (await sentCount()) === ids.length;
      },
      { everyMs: 200 },
    );
    expect(providers.sms).toHaveLength(30);
  });

  it('is done without where Redis is away', async () => {
    const without = await startReplica({ REDIS_URL: 'redis://127.0.0.1:9' });
    wakeUp(without);
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => givenFiring({ email: 'on-call@example.com' })),
    );
    await until(async () => {
      await without.get(Sweep).sweep(0);
      return (await sentCount()) === ids.length;
    });
    expect(providers.emails).toHaveLength(5);
  });

  it('looks through nothing but what is still to be done', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => givenFiring({ email: 'on-call@example.com' })),
    );
    for (const id of ids.slice(1)) await deliver(id);
    const plan = await notices()
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
