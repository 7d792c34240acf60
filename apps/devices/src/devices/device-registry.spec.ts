import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Mongo } from '@telemon/platform/mongo';
import { aDevice } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase, proxyBeforeDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import type { DeviceDocument, Registrable } from './device-document.ts';
import { DeviceRegistry } from './device-registry.ts';
import { DevicesRepository } from './devices.repository.ts';

/** Holds its results back until the spec releases them. */
class SlowRepository extends DevicesRepository {
  readonly held: (() => void)[] = [];
  isSlow = false;

  override async registered(names?: readonly string[]): Promise<Registrable[]> {
    const found = await super.registered(names);
    if (this.isSlow) await new Promise<void>((resolve) => this.held.push(resolve));
    return found;
  }
}

describe('the devices in memory', () => {
  let database: FreshDatabase;
  let mongo: Mongo;
  let copies: FactCopies;
  let repository: SlowRepository;
  let registry: DeviceRegistry;
  let lifecycle: Lifecycle;
  let name: string;
  const gone: number[] = [];

  const deviceOf = (key: number): DeviceDocument =>
    ({
      _id: name,
      key,
      managerId: 'm1',
      assistantIds: [],
      sensorIds: [],
      passwordSha256: '0'.repeat(64),
    }) as unknown as DeviceDocument;
  const devices = () => database.db.collection<DeviceDocument>('devices');
  const tell = (version: number, isThere: boolean) =>
    copies.of('device').apply([{ kind: 'device', key: name, version, state: isThere ? aDevice() : null }]);
  const look = () =>
    registry.look([{ deviceName: name, deviceKey: null, login: null, receivedAt: Date.now() }]);
  const release = () => {
    repository.isSlow = false;
    for (const resume of repository.held.splice(0)) resume();
  };

  beforeAll(async () => {
    database = await freshDatabase();
    mongo = new Mongo(database.url, 'device-registry-spec');
    await mongo.prepare();
  });

  afterAll(async () => {
    await mongo.close();
    await database.drop();
  });

  beforeEach(() => {
    name = uniqueName('dev');
    gone.length = 0;
    lifecycle = new Lifecycle();
    copies = new FactCopies(mongo, undefined as never, 'device-registry-spec', lifecycle);
    // Another lifecycle: the copies, which would follow Kafka, don't start.
    lifecycle = new Lifecycle();
    repository = new SlowRepository(mongo);
    registry = new DeviceRegistry(repository, copies, lifecycle);
    registry.onGone(({ key }) => gone.push(key));
  });

  it('are all loaded although the database connection breaks again and again during the start', async () => {
    await devices().insertOne(deviceOf(1));
    const { proxy, url } = await proxyBeforeDatabase(database);
    const behindProxy = new Mongo(url, 'device-registry-spec');
    const starting = new Lifecycle();
    const there = new DeviceRegistry(
      new DevicesRepository(behindProxy),
      new FactCopies(behindProxy, undefined as never, 'device-registry-spec', new Lifecycle()),
      starting,
    );
    await behindProxy.prepare();
    let breaks = 0;
    proxy.beforePassing = (bytes, from) => {
      if (from === 'server' || breaks === 4 || !bytes.includes('find\0')) return;
      breaks++;
      proxy.cut();
      proxy.heal();
    };
    await starting.start();
    expect(breaks).toBe(4);
    expect(there.get(name)?.key).toBe(1);
    await behindProxy.close();
    await proxy.close();
  });

  it('are read from a primary that a majority still follows, when all are loaded and when one is looked up', async () => {
    await mongo.db.command({ profile: 2 });
    await lifecycle.start();
    await look();
    await mongo.db.command({ profile: 0 });
    const profile = mongo.db.collection('system.profile');
    const reads = await profile.find({ 'command.find': 'devices' }).toArray();
    expect(reads.map(({ command }) => command.readConcern)).toEqual([
      { level: 'linearizable' },
      { level: 'linearizable' },
    ]);
  });

  it('do not contain a device that was deleted while it was read', async () => {
    await lifecycle.start();
    await devices().insertOne(deviceOf(1));
    repository.isSlow = true;
    const looking = look();
    await until(() => repository.held.length === 1);
    await devices().deleteOne({ _id: name });
    await tell(1, false);
    release();
    await looking;
    expect(registry.get(name)).toBeUndefined();
  });

  it('do not contain a device that was deleted during the initial load', async () => {
    await devices().insertOne(deviceOf(2));
    repository.isSlow = true;
    const started = lifecycle.start();
    await until(() => repository.held.length === 1);
    await devices().deleteOne({ _id: name });
    await tell(1, false);
    release();
    await started;
    await until(() => registry.get(name) === undefined);
  });

  it('contain a device that was created during a look-up, and do not report it as gone', async () => {
    await lifecycle.start();
    await devices().insertOne(deviceOf(3));
    repository.isSlow = true;
    const looking = look();
    await until(() => repository.held.length === 1);
    await devices().replaceOne({ _id: name }, deviceOf(4));
    registry.put(deviceOf(4));
    release();
    await looking;
    expect(registry.get(name)?.key).toBe(4);
    expect(gone).toEqual([]);
  });

  it('contain a device that a later read found, although an earlier one answers after it that there is none', async () => {
    await lifecycle.start();
    repository.isSlow = true;
    const earlier = look();
    await until(() => repository.held.length === 1);
    repository.isSlow = false;
    await devices().insertOne(deviceOf(10));
    await look();
    expect(registry.get(name)?.key).toBe(10);
    release();
    await earlier;
    expect(registry.get(name)?.key).toBe(10);
    expect(gone).toEqual([]);
  });

  it('contain a device that a later read found, although an earlier one answers after it with the former device', async () => {
    await lifecycle.start();
    await devices().insertOne(deviceOf(11));
    repository.isSlow = true;
    const earlier = look();
    await until(() => repository.held.length === 1);
    repository.isSlow = false;
    await devices().replaceOne({ _id: name }, deviceOf(12));
    await registry.look([{ deviceName: name, deviceKey: 12, login: null, receivedAt: Date.now() }]);
    expect(registry.get(name)?.key).toBe(12);
    release();
    await earlier;
    expect(registry.get(name)?.key).toBe(12);
    expect(gone).toEqual([]);
  });

  it('contain a device whose fact came during its look-up', async () => {
    await lifecycle.start();
    await devices().insertOne(deviceOf(5));
    repository.isSlow = true;
    const looking = registry.look([{ deviceName: name, deviceKey: 5, login: null, receivedAt: Date.now() }]);
    await until(() => repository.held.length === 1);
    await tell(1, true);
    release();
    await looking;
    expect(registry.get(name)?.key).toBe(5);
  });

  it('have the date of a changed password from the process that first sees the change committed', async () => {
    const readAt = Date.now();
    await devices().insertOne({ ...deviceOf(8), passwordChangedAt: null });
    await lifecycle.start();
    const loginSince = registry.get(name)!.endOfLogin('former');
    expect(loginSince).toBeGreaterThanOrEqual(readAt);
    expect((await devices().findOne({ _id: name }))!.passwordChangedAt).toEqual(new Date(loginSince));
    await until(() => Date.now() > loginSince);
    await tell(1, true);
    await until(() => registry.get(name)!.readAt > loginSince);
    expect(registry.get(name)!.endOfLogin('former')).toBe(loginSince);
  });

  it('have the date of a password that this process changed, although no fact of it comes', async () => {
    await lifecycle.start();
    const changed = { ...deviceOf(9), passwordChangedAt: null };
    await devices().insertOne(changed);
    registry.put(changed);
    expect(registry.get(name)!.endOfLogin('former')).toBeLessThanOrEqual(Date.now());
    await until(async () => (await devices().findOne({ _id: name }))!.passwordChangedAt);
  });

  it('do not restore a deleted device when a change of it comes late', async () => {
    await lifecycle.start();
    registry.put(deviceOf(6));
    registry.drop(name, 6);
    registry.put(deviceOf(6));
    expect(registry.get(name)).toBeUndefined();
    registry.put(deviceOf(7));
    registry.put(deviceOf(6));
    registry.drop(name, 6);
    expect(registry.get(name)?.key).toBe(7);
    expect(gone).toEqual([6]);
  });
});
