import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { devices as deviceCalls } from '@telemon/contracts/devices/devices';
import { NO_PRESENCE, REPLICA_GONE_AFTER_MS, type ToldPresence } from '@telemon/contracts/devices/presence';
import type { PresenceFilter } from '@telemon/contracts/devices/presence-filters';
import { HOUR_MS } from '@telemon/contracts/durations';
import { faking } from '@telemon/testing/fake-clocks';
import { until } from '@telemon/testing/waiting';
import { admin, assistant, manager, other } from '../../testing/actors.ts';
import { EndpointReplica, aConnection } from '../../testing/endpoint-replica.ts';
import { followLiveDevices } from '../../testing/follow-live-devices.ts';
import { GivenFleet } from '../../testing/given-fleet.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { DevicesRepository } from '../devices/devices.repository.ts';
import { PresenceHandler } from './presence.handler.ts';
import { PresenceReportsModule } from './presence-reports.module.ts';
import { PresenceReports } from './presence-reports.service.ts';
import { PresenceService } from './presence.service.ts';

let fleet: GivenFleet;
let devices: DevicesService;
let service: PresenceService;
let reports: PresenceReports;
/** The device of a test. */
let deviceName: string;
let identity: Pick<ToldPresence, 'deviceName' | 'deviceKey'>;

beforeAll(async () => {
  fleet = await GivenFleet.prepare(PresenceReportsModule);
  devices = fleet.service.get(DevicesService);
  service = fleet.service.get(PresenceService);
  reports = fleet.service.get(PresenceReports);
});
beforeEach(async () => {
  ({ deviceName } = await fleet.make());
  identity = await named(deviceName);
});
afterEach(() => {
  jest.useRealTimers();
});
afterAll(() => fleet.stop());

const named = async (name: string) => {
  const { key } = await devices.find(admin, name);
  return { deviceName: name, deviceKey: key };
};
const presenceOf = async (name = deviceName) => (await devices.get(admin, name)).presence;
const isoOf = (time: number) => new Date(time).toISOString();
const beginReplica = async (): Promise<EndpointReplica> => {
  const replica = new EndpointReplica(reports, identity);
  await replica.tell('begins');
  return replica;
};

describe('the presence of a device', () => {
  it('is nothing before an endpoint has reported it', async () => {
    expect(await presenceOf()).toEqual(NO_PRESENCE);
  });

  it('has since when it is connected, from where and how; and after its end, since when it is not', async () => {
    const replica = await beginReplica();
    const since = Date.now() - HOUR_MS;
    await replica.connects({ since });
    const connection = { address: '10.0.0.7', protocol: 'MQTT 5', tls: false, refused: null };
    expect(await presenceOf()).toEqual({ connected: true, since: isoOf(since), ...connection });
    const endedAt = Date.now() - 1_000;
    await replica.connects({ since, endedAt });
    expect(await presenceOf()).toEqual({ connected: false, since: isoOf(endedAt), ...connection });
    await replica.connects({ version: 4, tls: true });
    expect(await presenceOf()).toMatchObject({ connected: true, protocol: 'MQTT 3.1.1', tls: true });
  });

  it('has the newest refusal, without changing its connection', async () => {
    const replica = await beginReplica();
    await replica.connects();
    const at = Date.now();
    const refuse = (because: 'rate' | 'bad-login', time: number) =>
      replica.tell('stays', { ...identity, refused: { because, at: time, address: '10.0.0.9' } });
    await refuse('bad-login', at);
    await refuse('rate', at - 1);
    const refused = { because: 'bad-login', at: isoOf(at), address: '10.0.0.9' };
    expect(await presenceOf()).toMatchObject({ connected: true, refused });
  });

  it('is announced to open pages', async () => {
    const live = await followLiveDevices(fleet.service);
    const replica = await beginReplica();
    await replica.connects();
    await until(() => live.of(deviceName).some(({ change }) => change === 'presence'));
    await live.stop();
  });

  it('is accepted from services alone', async () => {
    const question = {
      actor: manager,
      request: new EndpointReplica(reports, identity).message('begins'),
      requestId: 'spec',
      answerBy: Date.now() + 60_000,
    };
    const answer = await fleet.service.get(PresenceHandler).tell(question as never);
    expect(answer).toMatchObject({ failure: { code: 'ForServicesAlone' } });
  });
});

describe('several replicas', () => {
  it('agree on a takeover in whichever order and however often their messages come', async () => {
    const [first, second] = [await beginReplica(), await beginReplica()];
    // The clock of the second replica is behind.
    const [later, earlier] = [Date.now(), Date.now() - 5_000];
    const messages = () => [
      first.message('stays', { ...identity, connection: aConnection({ since: later }) }),
      first.message('stays', { ...identity, connection: aConnection({ since: later, endedAt: later + 1 }) }),
      second.message('stays', {
        ...identity,
        connection: aConnection({ since: earlier, address: '10.0.0.8' }),
      }),
    ];
    const taken = { connected: true, address: '10.0.0.8', since: isoOf(earlier) };
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [2, 0, 1],
      [1, 2, 0],
      [2, 1, 0, 2, 0],
      [1, 0, 2, 1],
    ]) {
      const sent = messages();
      for (const place of order) await reports.take(sent[place]!);
      expect(await presenceOf()).toMatchObject(taken);
      await second.connects({ since: earlier, endedAt: earlier + 1 });
      expect(await presenceOf()).toMatchObject({ connected: false });
    }
  });

  it('may report at the same time', async () => {
    const replicas = await Promise.all(Array.from({ length: 5 }, beginReplica));
    await Promise.all(replicas.map((replica) => replica.connects()));
    await Promise.all(replicas.slice(1).map((replica) => replica.connects({ endedAt: Date.now() })));
    expect(await presenceOf()).toMatchObject({ connected: true });
    await replicas[0]!.connects({ endedAt: Date.now() });
    expect(await presenceOf()).toMatchObject({ connected: false });
  });

  it('leave no device connected when one leaves', async () => {
    const [first, second] = [await beginReplica(), await beginReplica()];
    await first.connects();
    const before = Date.now();
    await first.tell('leaves');
    const presence = await presenceOf();
    expect(presence).toMatchObject({ connected: false, address: '10.0.0.7' });
    expect(Date.parse(presence.since!)).toBeGreaterThanOrEqual(before);
    await second.connects({ address: '10.0.0.8' });
    await service.settle(Date.now());
    expect(await presenceOf()).toMatchObject({ connected: true, address: '10.0.0.8' });
  });
});

describe('a replica that was killed', () => {
  it('leaves no device connected for longer than it may be quiet', async () => {
    jest.useFakeTimers(faking('Date'));
    const replica = await beginReplica();
    await replica.connects();
    const heardAt = Date.now();
    jest.setSystemTime(heardAt + REPLICA_GONE_AFTER_MS);
    expect(await presenceOf()).toMatchObject({ connected: true });
    jest.setSystemTime(heardAt + REPLICA_GONE_AFTER_MS + 1);
    const gone = { connected: false, since: isoOf(heardAt), address: '10.0.0.7' };
    expect(await presenceOf()).toMatchObject(gone);
    await service.settle(Date.now());
    expect(await presenceOf()).toMatchObject(gone);
  });

  it('learns that it counts as gone if it only stood still, and its late messages change nothing', async () => {
    jest.useFakeTimers(faking('Date'));
    const [stalled, another] = [await beginReplica(), await beginReplica()];
    await stalled.connects();
    const late = stalled.message('stays', { ...identity, connection: aConnection() });
    jest.setSystemTime(Date.now() + REPLICA_GONE_AFTER_MS + 1);
    await another.tell('stays');
    await service.settle(Date.now());
    await another.connects({ address: '10.0.0.8' });
    expect(await reports.take(late)).toEqual({ isKnown: false });
    await another.connects({ address: '10.0.0.8', endedAt: Date.now() });
    expect(await presenceOf()).toMatchObject({ connected: false, address: '10.0.0.8' });
  });

  it('keeps its connections while this service itself could hear nothing', async () => {
    jest.useFakeTimers(faking('Date'));
    const replica = await beginReplica();
    await replica.connects();
    jest.setSystemTime(Date.now() + HOUR_MS);
    service.listen();
    expect(await presenceOf()).toMatchObject({ connected: true });
    jest.setSystemTime(Date.now() + REPLICA_GONE_AFTER_MS + 1);
    expect(await presenceOf()).toMatchObject({ connected: false });
  });
});

describe('the list of devices', () => {
  let names: Record<'on' | 'off' | 'never' | 'foreign', string>;

  beforeEach(async () => {
    const make = async (changes = {}) => named((await fleet.make(changes)).deviceName);
    const [on, off, never, foreign] = await Promise.all([make(), make(), make(), make({ managerId: 'm2' })]);
    names = { on: on.deviceName, off: off.deviceName, never: never.deviceName, foreign: foreign.deviceName };
    const replica = await beginReplica();
    const connection = aConnection();
    const refused = { because: 'bad-login', at: Date.now(), address: '10.0.0.9' } as const;
    await replica.tell(
      'stays',
      { ...on, connection },
      { ...off, connection: { ...connection, endedAt: Date.now() } },
      { ...never, refused },
      { ...foreign, connection, refused },
    );
  });

  /** The names of this test's devices in a list, with their count. */
  const listed = async (presence: PresenceFilter, by = admin, query: Record<string, unknown> = {}) => {
    const request = deviceCalls.list.request.parse({ limit: 100, presence, ...query });
    const { devices: rows, pagination } = await devices.list(by, request);
    if (by !== admin) expect(pagination.totalCount).toBe(rows.length);
    const ours = new Set(Object.values(names));
    return rows
      .map((row) => row.deviceName)
      .filter((name) => ours.has(name))
      .sort();
  };

  it('is narrowed to devices that are connected, were, never were, or were refused lately', async () => {
    expect(await listed('connected')).toEqual([names.on, names.foreign].sort());
    expect(await listed('disconnected')).toEqual([names.off]);
    expect(await listed('never')).toEqual([names.never]);
    expect(await listed('refused')).toEqual([names.never, names.foreign].sort());
    jest.useFakeTimers(faking('Date'));
    jest.setSystemTime(Date.now() + 25 * HOUR_MS);
    expect(await listed('refused')).toEqual([]);
    expect(await listed('connected')).toEqual([]);
    expect(await listed('disconnected')).toEqual([names.on, names.off, names.foreign].sort());
  });

  it('shows only devices that the actor may see and the other filters match', async () => {
    expect(await listed('connected', manager)).toEqual([names.on]);
    expect(await listed('connected', other)).toEqual([names.foreign]);
    expect(await listed('never', other)).toEqual([]);
    await fleet.assign(names.off, 's1');
    expect(await listed('disconnected', assistant)).toEqual([names.off]);
    expect(await listed('connected', assistant)).toEqual([]);
    expect(await listed('connected', admin, { state: 'waiting', q: names.on })).toEqual([names.on]);
    expect(await listed('never', admin, { state: 'waiting' })).toEqual([names.never]);
    expect(await listed('connected', admin, { state: 'firing' })).toEqual([]);
  });

  it('shows the presence in its rows', async () => {
    const { devices: rows } = await devices.list(manager, deviceCalls.list.request.parse({ limit: 100 }));
    const presences = new Map(rows.map((row) => [row.deviceName, row.presence]));
    expect(presences.get(names.on)).toMatchObject({ connected: true, refused: null });
    expect(presences.get(names.off)).toMatchObject({ connected: false, address: '10.0.0.7' });
    expect(presences.get(names.never)).toMatchObject({ since: null, refused: { because: 'bad-login' } });
  });
});

describe('a device that is deleted', () => {
  it('leaves nothing to the next one of its name, also where its endpoint reports it later', async () => {
    const replica = await beginReplica();
    await replica.connects();
    await devices.remove(admin, deviceName);
    await fleet.make({ deviceName });
    await replica.connects({ endedAt: Date.now() });
    expect(await presenceOf()).toEqual(NO_PRESENCE);
    const rows = fleet.service.database.db.collection<{ deviceName: string }>('presence');
    expect(await rows.countDocuments({ deviceName })).toBe(0);
  });

  it('is known at once where another process has just made it', async () => {
    const stored = await fleet.service.get(DevicesRepository).registered([deviceName]);
    expect(stored).toHaveLength(1);
    const copy = { ...stored[0]!, _id: `${deviceName.slice(0, 13)}-2`, key: stored[0]!.key + 1_000_000 };
    await fleet.service.database.db.collection<{ _id: string }>('devices').insertOne(copy);
    const replica = await beginReplica();
    const connection = aConnection();
    await replica.tell('stays', { deviceName: copy._id, deviceKey: copy.key, connection });
    expect((await service.of([copy.key])).get(copy.key)).toMatchObject({ connected: true });
  });
});

describe('ten thousand devices', () => {
  it('are read by their indexes', async () => {
    const rows = fleet.service.database.db.collection<{ _id: number }>('presence');
    for (const filter of [
      { _id: { $in: [1, 2] } },
      { 'connections.replica': 'r' },
      { 'refused.at': { $gte: 1 } },
    ]) {
      const { queryPlanner } = await rows.find(filter as never).explain();
      expect(JSON.stringify(queryPlanner.winningPlan)).not.toContain('COLLSCAN');
    }
  });
});
