import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeviceState, UserState } from '@telemon/contracts/facts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Mongo } from '@telemon/platform/mongo';
import { aDevice, aUser } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import { type StartedService, prepareService } from '@telemon/testing/service';
import { alertingVariables } from '../../../testing/alerting-variables.ts';
import { applyManagerFact } from '../../../testing/manager-fact.ts';
import { AlertingModule } from '../../alerting.module.ts';
import type { NoticeChannel, NoticeDocument } from '../notice.ts';
import { NoticesService } from '../notices.service.ts';
import { LimitsService } from './limits.service.ts';
import { Periods } from './period.ts';

let database: FreshDatabase;
let replicas: StartedService[];

beforeAll(async () => {
  database = await freshDatabase();
  const config = alertingVariables(database, { TIMEZONE: 'Europe/Paris' });
  replicas = await Promise.all(
    [1, 2].map(() => prepareService({ app: 'alerting', config, module: AlertingModule })),
  );
  await Promise.all(replicas.map(applyManagerFact));
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await database.drop();
});

const notices = () => database.db.collection<NoticeDocument>('notices');

let version = 0;
/** Replaces a device that alerting knows already. */
const givenDevice = async (changes: Partial<DeviceState>): Promise<DeviceState> => {
  const device = aDevice(changes);
  version++;
  for (const replica of replicas) {
    const copies = replica.get(FactCopies);
    await copies.of('device').apply([{ kind: 'device', key: device.deviceName, version, state: device }]);
  }
  return device;
};
const tellOfUser = async (id: string, toldVersion: number, state: UserState | null): Promise<void> => {
  for (const replica of replicas) {
    const copies = replica.get(FactCopies);
    await copies.of('user').apply([{ kind: 'user', key: id, version: toldVersion, state }]);
  }
};
const givenManager = async (id: string, smsLimit: number): Promise<void> => {
  await tellOfUser(id, 1, aUser({ id, smsLimit }));
};
let entries = 0;
/** Announces `count` firings in one transaction, as for one batch of readings. */
const announce = async (
  { deviceName }: DeviceState,
  count: number,
  channel: NoticeChannel,
  replica = replicas[0]!,
): Promise<void> => {
  const announcements = Array.from({ length: count }, () => ({
    entryId: `entry-${++entries}`,
    alertId: 'alert',
    deviceName,
    deviceVersion: 1,
    contact: channel === 'sms' ? '+15005550007' : null,
    email: channel === 'email' ? 'on-call@example.com' : null,
    headline: 'hot',
    text: 'hot',
    details: [],
    receivedAt: new Date(),
  }));
  await replica
    .get(Mongo)
    .transaction((session) => replica.get(NoticesService).announce(announcements, session));
};
const countOf = (deviceName: string, state: NoticeDocument['state']) =>
  notices().countDocuments({ deviceName, state });

describe('a limit', () => {
  it('of 10 lets exactly 10 of 1,000 concurrent notices through, and holds the rest with the reason', async () => {
    const device = await givenDevice({ smsLimit: 10, limitRefresh: 'Daily' });
    // Eight workers on two replicas.
    const workers = Array.from({ length: 8 }, async (_, worker) => {
      for (let batch = 0; batch < 25; batch++) await announce(device, 5, 'sms', replicas[worker % 2]);
    });
    await Promise.all(workers);
    expect(await countOf(device.deviceName, 'queued')).toBe(10);
    expect(await countOf(device.deviceName, 'held')).toBe(990);
    const held = await notices().findOne({ deviceName: device.deviceName, state: 'held' });
    expect(held).toMatchObject({ reason: 'The device’s limit of 10 SMS a day is used up' });
    expect(held).not.toHaveProperty('dueAt');
  });

  it('counts SMS and e-mails separately', async () => {
    const device = await givenDevice({ smsLimit: 1, emailLimit: 2, limitRefresh: 'Weekly' });
    await announce(device, 3, 'sms');
    await announce(device, 3, 'email');
    const { deviceName } = device;
    expect(await notices().countDocuments({ deviceName, channel: 'sms', state: 'queued' })).toBe(1);
    expect(await notices().countDocuments({ deviceName, channel: 'email', state: 'queued' })).toBe(2);
    expect(await notices().findOne({ deviceName, channel: 'email', state: 'held' })).toMatchObject({
      reason: 'The device’s limit of 2 e-mails a week is used up',
    });
  });

  it('of the manager covers all their devices, and a notice that it holds does not count for the device', async () => {
    await givenManager('m-two', 2);
    const one = await givenDevice({ managerId: 'm-two' });
    const other = await givenDevice({ managerId: 'm-two' });
    await announce(one, 2, 'sms');
    await announce(other, 1, 'sms');
    await announce(other, 1, 'email');
    expect(await countOf(one.deviceName, 'queued')).toBe(2);
    expect(await notices().findOne({ deviceName: other.deviceName, channel: 'sms' })).toMatchObject({
      state: 'held',
      reason: 'The manager’s limit of 2 SMS a month is used up',
    });
    expect(await notices().findOne({ deviceName: other.deviceName, channel: 'email' })).toMatchObject({
      state: 'queued',
    });
    expect(
      await database.db
        .collection('limit_counters')
        .countDocuments({ _id: { $regex: `^device:${other.deviceName}:sms` } as never }),
    ).toBe(0);
  });

  it('of the manager must be known before notices are stored, and ends when the manager is deleted', async () => {
    const device = await givenDevice({ managerId: 'm-new' });
    await expect(announce(device, 2, 'sms')).rejects.toMatchObject({ code: 'Unavailable' });
    expect(await notices().countDocuments({ deviceName: device.deviceName })).toBe(0);
    await givenManager('m-new', 1);
    await announce(device, 2, 'sms');
    expect(await countOf(device.deviceName, 'queued')).toBe(1);
    expect(await countOf(device.deviceName, 'held')).toBe(1);
    await tellOfUser('m-new', 2, null);
    await announce(device, 2, 'sms');
    expect(await countOf(device.deviceName, 'queued')).toBe(3);
  });

  it('of a manager whose fact was not understood is left out, so that no alert waits for it', async () => {
    const device = await givenDevice({ managerId: 'm-misunderstood', smsLimit: 1 });
    for (const replica of replicas) replica.get(FactCopies).of('user').misunderstand('m-misunderstood');
    await announce(device, 2, 'sms');
    expect(await countOf(device.deviceName, 'queued')).toBe(1);
    expect(await countOf(device.deviceName, 'held')).toBe(1);
  });

  it('of 0 lets nothing through', async () => {
    const device = await givenDevice({ emailLimit: 0 });
    await announce(device, 1, 'email');
    expect(await countOf(device.deviceName, 'held')).toBe(1);
  });

  it('does not count a transaction that was rolled back', async () => {
    const device = await givenDevice({ emailLimit: 1 });
    const [replica] = replicas;
    const failing = replica!.get(Mongo).transaction(async (session) => {
      await replica!
        .get(LimitsService)
        .count(
          [{ deviceName: device.deviceName, channel: 'email', to: 'a@example.com' }],
          session,
          Date.now(),
        );
      throw new Error('the write failed');
    });
    await expect(failing).rejects.toThrow('the write failed');
    await announce(device, 1, 'email');
    expect(await countOf(device.deviceName, 'queued')).toBe(1);
  });

  it('of a day starts again once, at midnight', async () => {
    const device = await givenDevice({ emailLimit: 1, limitRefresh: 'Daily' });
    const mongo = replicas[0]!.get(Mongo);
    const limits = replicas[0]!.get(LimitsService);
    const { deviceName } = device;
    const at = async (now: string) => {
      const { reasons } = await mongo.transaction((session) =>
        limits.count(
          [
            { deviceName, channel: 'email', to: 'a@example.com' },
            { deviceName, channel: 'email', to: 'b@example.com' },
          ],
          session,
          Date.parse(now),
        ),
      );
      return reasons;
    };
    const used = 'The device’s limit of 1 e-mail a day is used up';
    // Midnight of Paris in winter is 23:00 UTC.
    expect(await at('2026-11-21T22:59:59Z')).toEqual([null, used]);
    expect(await at('2026-11-21T22:59:59.999Z')).toEqual([used, used]);
    expect(await at('2026-11-21T23:00:00Z')).toEqual([null, used]);
    expect(await at('2026-11-22T12:00:00Z')).toEqual([used, used]);
  });
});

describe('the count of a device', () => {
  const used = async (device: DeviceState) =>
    (await replicas[0]!.get(LimitsService).ofDevice(device, Date.now())).email;

  it('goes on if its period, its manager or the device itself is changed or made again', async () => {
    const device = await givenDevice({ deviceKey: 7, emailLimit: 3, limitRefresh: 'Daily' });
    const { deviceName } = device;
    await announce(device, 1, 'email');
    const changes: Partial<DeviceState>[] = [
      { limitRefresh: 'Monthly' },
      { limitRefresh: 'Weekly', managerId: 'm2' },
      // Deleted, and made again under the same name by the same manager.
      { limitRefresh: 'Daily', managerId: 'm2', deviceKey: 8 },
    ];
    for (const change of changes) await announce(await givenDevice({ ...device, ...change }), 1, 'email');
    expect(await countOf(deviceName, 'queued')).toBe(3);
    expect(await countOf(deviceName, 'held')).toBe(1);
  });

  it('starts anew for the device of another manager that takes over its name', async () => {
    const former = await givenDevice({ deviceKey: 7, emailLimit: 1 });
    await announce(former, 1, 'email');
    const device = await givenDevice({ ...former, deviceKey: 8, managerId: 'm2' });
    expect(await used(device)).toMatchObject({ used: 0 });
    await announce(device, 2, 'email');
    expect(await countOf(device.deviceName, 'queued')).toBe(2);
    expect(await countOf(device.deviceName, 'held')).toBe(1);
  });

  it('is shown with its limit and the end of its period', async () => {
    const device = await givenDevice({ emailLimit: 5, limitRefresh: 'Daily' });
    expect(await used(device)).toMatchObject({ limit: 5, used: 0 });
    await announce(device, 2, 'email');
    const { refreshes, ...counted } = await used(device);
    expect(counted).toEqual({ limit: 5, used: 2 });
    expect(Date.parse(refreshes)).toBe(new Periods('Europe/Paris', Date.now()).of('Daily').end);
  });
});

describe('the count of a manager', () => {
  const shown = async (device: DeviceState) =>
    (await replicas[0]!.get(LimitsService).ofDevice(device, Date.now())).managerSms;

  it('is shown with the limits of each device, until the end of the month, once the manager is known', async () => {
    const [one, other] = [await givenDevice({ managerId: 'm-s' }), await givenDevice({ managerId: 'm-s' })];
    expect(await shown(one)).toBeNull();
    await givenManager('m-s', 7);
    await announce(one, 2, 'sms');
    await announce(other, 1, 'sms');
    const refreshes = new Date(new Periods('Europe/Paris', Date.now()).of('Monthly').end).toISOString();
    for (const device of [one, other]) expect(await shown(device)).toEqual({ limit: 7, used: 3, refreshes });
  });
});

describe('a warning', () => {
  const warningsOf = ({ deviceAlias }: DeviceState) =>
    notices()
      .find({ 'letter.text': { $regex: deviceAlias } } as never)
      .toArray();

  it('goes to the manager once in a period when eight of ten are used, on whichever replica', async () => {
    const device = await givenDevice({ deviceAlias: uniqueName('w'), smsLimit: 10, limitRefresh: 'Daily' });
    await announce(device, 7, 'sms');
    expect(await warningsOf(device)).toEqual([]);
    const workers = Array.from({ length: 8 }, (_, worker) =>
      announce(device, 1, 'sms', replicas[worker % 2]),
    );
    await Promise.all(workers);
    expect(await countOf(device.deviceName, 'queued')).toBe(10);
    const warnings = await warningsOf(device);
    expect(warnings).toMatchObject([
      {
        channel: 'email',
        to: 'mona@example.com',
        state: 'queued',
        letter: { subject: `${device.deviceAlias}: 8 of 10 SMS of this day are used` },
      },
    ]);
    expect((await replicas[0]!.get(LimitsService).ofDevice(device, Date.now())).email.used).toBe(0);
  });

  it('comes again in another period', async () => {
    const device = await givenDevice({ deviceAlias: uniqueName('w'), emailLimit: 1, limitRefresh: 'Daily' });
    const at = (now: string) =>
      replicas[0]!.get(Mongo).transaction(async (session) => {
        const notice = { deviceName: device.deviceName, channel: 'email' as const, to: 'a@example.com' };
        const { warnings } = await replicas[0]!
          .get(LimitsService)
          .count([notice, notice], session, Date.parse(now));
        return warnings.length;
      });
    expect(await at('2026-11-21T10:00:00Z')).toBe(1);
    expect(await at('2026-11-21T11:00:00Z')).toBe(0);
    expect(await at('2026-11-22T10:00:00Z')).toBe(1);
  });
});
