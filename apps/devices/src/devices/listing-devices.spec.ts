import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { BEYOND_RATE_SUBJECT } from '@telemon/contracts/device-rate';
import { type Device, DeviceChange, devices as deviceCalls } from '@telemon/contracts/devices/devices';
import type { ShownState } from '@telemon/contracts/devices/device-states';
import { connectNats } from '@telemon/platform/messaging/nats';
import { faking } from '@telemon/testing/fake-clocks';
import { servers } from '@telemon/testing/servers';
import { refusal } from '../../testing/given-devices.ts';
import { admin, assistant, manager, other } from '../../testing/actors.ts';
import { GivenFleet } from '../../testing/given-fleet.ts';
import { tellStatus } from '../../testing/tell-status.ts';
import { LatestService } from '../latest/latest.service.ts';
import { DeviceRegistry } from './device-registry.ts';
import { DevicesModule } from './devices.module.ts';
import { DevicesService } from './devices.service.ts';
import { MARKED_FOR_MS } from './rate-marks.ts';

let fleet: GivenFleet;
let devices: DevicesService;

beforeAll(async () => {
  fleet = await GivenFleet.prepare(DevicesModule);
  devices = fleet.service.get(DevicesService);
});
afterAll(() => fleet.stop());

const change = (values: Record<string, unknown>) => DeviceChange.parse(values);
const page = (values: Record<string, unknown> = {}) => deviceCalls.list.request.parse(values);

describe('a device that an actor may not see', () => {
  it('gets the same answers as a device that does not exist', async () => {
    const { deviceName } = await fleet.make();
    const calls = (name: string) => [
      () => devices.get(other, name),
      () => devices.get(assistant, name),
      () => devices.update(other, name, change({ deviceAlias: 'Mine now' })),
      () => devices.remove(other, name),
      () => devices.renewLogin(other, name),
      () => devices.sensors(other, name),
    ];
    const [foreign, missing] = await Promise.all(
      [deviceName, 'no-such-device'].map((name) =>
        Promise.all(calls(name).map((call) => call().catch((error: { failure: unknown }) => error.failure))),
      ),
    );
    expect(foreign).toEqual(missing);
    expect(foreign!.every((failure) => (failure as { kind: string }).kind === 'not-found')).toBe(true);
    expect((await devices.get(admin, deviceName)).deviceAlias).toBe('Cold store 7');
  });

  it('is in none of their lists', async () => {
    const mine = await fleet.make();
    const theirs = await fleet.make({ managerId: 'm2' });
    await fleet.assign(mine.deviceName, 's1');
    const namesFor = async (actor: Actor) => {
      const { devices: rows, pagination } = await devices.list(actor, page({ limit: 100 }));
      const { deviceTable } = await devices.all(actor);
      expect(pagination.totalCount).toBe(rows.length);
      expect(deviceTable.map(({ deviceName }) => deviceName).sort()).toEqual(
        rows.map(({ deviceName }) => deviceName).sort(),
      );
      return rows.map(({ deviceName }) => deviceName);
    };
    expect(await namesFor(admin)).toEqual(expect.arrayContaining([mine.deviceName, theirs.deviceName]));
    expect(await namesFor(manager)).not.toContain(theirs.deviceName);
    expect(await namesFor(other)).not.toContain(mine.deviceName);
    expect(await namesFor(assistant)).toEqual([mine.deviceName]);
    expect((await devices.get(assistant, mine.deviceName)).deviceName).toBe(mine.deviceName);
  });

  it('cannot be changed by an assistant who only sees it', async () => {
    const { deviceName } = await fleet.make();
    await fleet.assign(deviceName, 's1');
    for (const refused of [
      devices.update(assistant, deviceName, change({ deviceAlias: 'Mine now' })),
      devices.remove(assistant, deviceName),
      devices.renewLogin(assistant, deviceName),
    ])
      await expect(refused).rejects.toMatchObject(refusal('forbidden'));
  });
});

describe('a list of devices', () => {
  const prefix = 'zz';
  const names = async (query: Record<string, unknown>, actor = admin) =>
    (await devices.list(actor, page({ limit: 100, ...query }))).devices
      .map(({ deviceName }) => deviceName)
      .filter((name) => name.startsWith(prefix));

  beforeAll(async () => {
    await fleet.make({ deviceName: `${prefix}-b`, deviceAlias: 'Tank (north)' });
    await fleet.make({ deviceName: `${prefix}-a`, deviceAlias: 'Silo .*', managerId: 'm2' });
    await fleet.make({ deviceName: `${prefix}-c`, deviceAlias: 'Annex' });
  });

  it('is sorted by creation, newest first, or by the column in the request', async () => {
    expect(await names({})).toEqual(['zz-c', 'zz-a', 'zz-b']);
    expect(await names({ sort: 'deviceName', order: 'asc' })).toEqual(['zz-a', 'zz-b', 'zz-c']);
    expect(await names({ sort: 'deviceAlias', order: 'DESC' })).toEqual(['zz-b', 'zz-a', 'zz-c']);
    expect(await names({ sort: 'managerName' })).toEqual(['zz-a', 'zz-b', 'zz-c']);
    expect(await names({ sort: 'companyName', order: 'DESC' })).toEqual(['zz-a', 'zz-b', 'zz-c']);
  });

  it('has pages, and the count of all devices', async () => {
    const all = (await devices.list(admin, page({ limit: 100 }))).devices;
    const second = await devices.list(admin, page({ limit: '2', offset: '2' }));
    expect(second.devices).toEqual(all.slice(2, 4));
    expect(second.pagination.totalCount).toBe(all.length);
  });

  it('is searched by name, alias, manager and company, without patterns', async () => {
    expect(await names({ q: 'ZZ-B' })).toEqual(['zz-b']);
    expect(await names({ q: '(north)' })).toEqual(['zz-b']);
    expect(await names({ q: '.*' })).toEqual(['zz-a']);
    expect(await names({ q: 'beta tanks' })).toEqual(['zz-a']);
    expect(await names({ q: '(a+)+$' })).toEqual([]);
    // A manager cannot search by company.
    expect(await names({ q: 'tanks' }, manager)).toEqual([]);
  });

  it('has the time of the newest reading, and how late it came, whether this replica or another one treated it', async () => {
    const [here, elsewhere, silent] = [await fleet.make(), await fleet.make(), await fleet.make()] as const;
    const latest = fleet.service.get(LatestService);
    const arrives = async ({ deviceName }: Device, lastUpdated: number, newest: number) => {
      const { key } = fleet.service.get(DeviceRegistry).get(deviceName)!;
      await latest.hold([key]);
      return Object.assign(latest.of(key), { lastUpdated, newest });
    };
    latest.hasChanged(await arrives(here, 1_000, 900));
    latest.hasChanged(await arrives(elsewhere, 2_000, 1_300));
    await latest.save();
    latest.forget();
    // Newer than the stored state.
    await arrives(here, 3_000, 3_500);

    const { devices: rows } = await devices.list(admin, page({ limit: 3 }));
    expect(rows.map(({ deviceName, lastUpdated, lateByMs }) => [deviceName, lastUpdated, lateByMs])).toEqual([
      [silent.deviceName, null, 0],
      [elsewhere.deviceName, new Date(2_000).toISOString(), 700],
      // The device's clock is fast.
      [here.deviceName, new Date(3_000).toISOString(), 0],
    ]);
  });

  it('is limited to the devices that are in a state now, for each state', async () => {
    const [normal, silent, waiting, firing] = [
      await fleet.make({ deviceName: 'state-normal' }),
      await fleet.make({ deviceName: 'state-silent' }),
      await fleet.make({ deviceName: 'state-waiting' }),
      await fleet.make({ deviceName: 'state-firing' }),
    ] as const;
    const back = await fleet.make({ deviceName: 'state-back' });
    const both = await fleet.make({ deviceName: 'state-both' });
    const theirs = await fleet.make({ deviceName: 'state-theirs', managerId: 'm2' });
    const latest = fleet.service.get(LatestService);
    const last = Date.now() - 86_400_000;
    for (const [{ deviceName }, lastUpdated] of [
      [normal, last],
      [silent, last],
      [back, Date.now() + 60_000],
      [both, last],
      [theirs, last],
    ] as const) {
      const { key } = fleet.service.get(DeviceRegistry).get(deviceName)!;
      await latest.hold([key]);
      Object.assign(latest.of(key), { lastUpdated, newest: lastUpdated });
    }
    await tellStatus(fleet.service, firing.deviceName, { firing: 1 });
    await tellStatus(fleet.service, silent.deviceName, { silentSince: last });
    await tellStatus(fleet.service, both.deviceName, { firing: 2, silentSince: last });
    // A reading came since, or it was the silence of a former device of this name.
    for (const { deviceName } of [back, waiting]) {
      await tellStatus(fleet.service, deviceName, { silentSince: last });
    }

    const inState = async (state: ShownState, actor: Actor) => {
      const { devices: rows, pagination } = await devices.list(
        actor,
        page({ state, q: 'state-', sort: 'deviceName' }),
      );
      expect(pagination.totalCount).toBe(rows.length);
      return rows.map(({ deviceName }) => deviceName);
    };
    expect(await inState('normal', manager)).toEqual([back.deviceName, normal.deviceName]);
    expect(await inState('normal', admin)).toEqual(
      [back, normal, theirs].map(({ deviceName }) => deviceName),
    );
    expect(await inState('silent', admin)).toEqual([silent.deviceName]);
    expect(await inState('waiting', admin)).toEqual([waiting.deviceName]);
    expect(await inState('firing', admin)).toEqual([both.deviceName, firing.deviceName]);
    expect(await inState('firing', other)).toEqual([]);
  });

  it('is read by an index for admins, managers and assistants', async () => {
    const collection = fleet.service.database.db.collection<{ _id: string }>('devices');
    const queries = [
      collection.find({}).sort({ createdAt: -1, _id: -1 }),
      collection.find({}).sort({ _id: 1 }),
      collection.find({}).sort({ deviceAlias: 1, _id: 1 }),
      collection.find({ managerId: 'm1' }).sort({ createdAt: -1, _id: -1 }),
      collection.find({ assistantIds: 's1' }).sort({ createdAt: -1, _id: -1 }),
      collection.find({ sensorIds: fleet.sensors.m1![0]! }),
      // The devices that may be firing or silent.
      collection.find({ managerId: 'm1', _id: { $in: ['state-firing', 'state-silent'] } }).sort({ _id: 1 }),
    ];
    for (const query of queries) {
      const plan = JSON.stringify((await query.explain()).queryPlanner.winningPlan);
      expect(plan).toMatch(/IXSCAN/);
      expect(plan).not.toMatch(/COLLSCAN/);
    }
  });
});

describe("a device's sensors", () => {
  it('are listed by channel', async () => {
    const { deviceName } = await fleet.make({ sensorId3: fleet.sensors.m1![2] });
    expect(await devices.sensors(manager, deviceName)).toEqual({
      sensorList: [
        { seqId: 1, sensorData: { id: fleet.sensors.m1![0], sensorName: 'Temperature' } },
        { seqId: 3, sensorData: { id: fleet.sensors.m1![2], sensorName: 'Pressure' } },
      ],
    });
  });
});

describe('a device above its rate', () => {
  afterEach(() => void jest.useRealTimers());

  it('is marked from the first message about it until messages stop', async () => {
    const nats = await connectNats(servers().natsUrl, 'spec');
    const { deviceName, beyondRate } = await fleet.make();
    expect(beyondRate).toBe(false);
    const isMarked = async () => (await devices.get(manager, deviceName)).beyondRate;
    const markedAgain = async () => {
      nats.publish(BEYOND_RATE_SUBJECT, JSON.stringify({ deviceName }));
      await nats.flush();
      while (!(await isMarked())) await new Promise(setImmediate);
    };
    jest.useFakeTimers(faking('setTimeout', 'clearTimeout'));
    await markedAgain();
    jest.advanceTimersByTime(MARKED_FOR_MS - 1);
    expect(await isMarked()).toBe(true);
    jest.advanceTimersByTime(1);
    expect(await isMarked()).toBe(false);
    await markedAgain();
    await devices.remove(admin, deviceName);
    expect((await fleet.make({ deviceName })).beyondRate).toBe(false);
    await nats.close();
  });
});
