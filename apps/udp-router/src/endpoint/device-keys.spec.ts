import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { LOGIN_ENDED_SUBJECT } from '@telemon/contracts/mqtt-bridge/mqtt';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import type { Asker } from '@telemon/platform/messaging/asker';
import { Live } from '@telemon/platform/messaging/live';
import { connectNats } from '@telemon/platform/messaging/nats';
import { Mongo } from '@telemon/platform/mongo';
import { aDevice } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import { servers } from '@telemon/testing/servers';
import { DeviceKeys } from './device-keys.ts';

interface Answer {
  version: number;
  login: { deviceKey: number; passwordSha256: string } | null;
}

let database: FreshDatabase;
let mongo: Mongo;
let nats: NatsConnection;
let copies: FactCopies;
let keys: DeviceKeys;
let name: string;

/** The answer of devices; null while it does not answer. */
let answer: (() => Promise<Answer>) | null;
const withKey = (version: number, deviceKey: number | null) => async () => ({
  version,
  login: deviceKey === null ? null : { deviceKey, passwordSha256: '0'.repeat(64) },
});

const tell = (version: number, deviceKey: number | null) => {
  const state = deviceKey === null ? null : aDevice({ deviceName: name, deviceKey });
  return copies.of('device').apply([{ kind: 'device', key: name, version, state }]);
};
const tellLoginEnded = async (version: number) => {
  nats.publish(LOGIN_ENDED_SUBJECT, JSON.stringify({ deviceName: name, version }));
  await nats.flush();
};

beforeAll(async () => {
  database = await freshDatabase();
  mongo = new Mongo(database.url, 'device-keys-spec');
  nats = await connectNats(servers().natsUrl, 'device-keys-spec');
});

beforeEach(() => {
  name = uniqueName('udp');
  answer = null;
  copies = new FactCopies(mongo, undefined as never, 'device-keys-spec', new Lifecycle());
  const ask = () => answer?.() ?? Promise.reject(new Error('no answer'));
  keys = new DeviceKeys(copies, { ask } as unknown as Asker, new Live(nats));
});

afterAll(async () => {
  await nats.close();
  await mongo.close();
  await database.drop();
});

describe('the key of a device whose login ended, before the fact arrives', () => {
  it('is that of the device that was created again', async () => {
    await tell(1, 7);
    await tellLoginEnded(2);
    answer = withKey(3, 8);
    expect(await keys.of(name)).toBe(8);
    await tell(2, null);
    await tell(3, 8);
    answer = null;
    expect(keys.of(name)).toBe(8);
  });

  it('is not known while devices does not answer', async () => {
    await tell(1, 7);
    await tellLoginEnded(2);
    expect(await keys.of(name)).toBeUndefined();
  });

  it('is the same if only the password has changed', async () => {
    await tell(1, 7);
    await tellLoginEnded(2);
    answer = withKey(2, 7);
    expect(await keys.of(name)).toBe(7);
    expect(keys.of(name)).toBe(7);
  });

  it('is not taken from an answer older than the end', async () => {
    answer = withKey(1, 7);
    expect(await keys.of(name)).toBe(7);
    const late = Promise.withResolvers<Answer>();
    await tell(1, 7);
    await tellLoginEnded(2);
    answer = () => late.promise;
    const lookUp = keys.of(name);
    await tellLoginEnded(4);
    late.resolve(await withKey(3, 8)());
    expect(await lookUp).toBeUndefined();
    answer = withKey(4, null);
    expect(await keys.of(name)).toBeNull();
  });

  it('is taken from the copy only if that is newer than the end', async () => {
    await tell(3, 8);
    await tellLoginEnded(2);
    expect(keys.of(name)).toBe(8);
    await tellLoginEnded(6);
    await tell(4, null);
    await tell(5, 9);
    answer = withKey(7, 10);
    expect(await keys.of(name)).toBe(10);
  });
});

describe('an answer that is older than a fact that came meanwhile', () => {
  /** Asks devices for the key; returns a function that brings the answer, and resolves to the key. */
  const askSlowly = (version: number, deviceKey: number) => {
    const late = Promise.withResolvers<Answer>();
    answer = () => late.promise;
    const lookUp = keys.of(name);
    return async () => {
      late.resolve(await withKey(version, deviceKey)());
      return lookUp;
    };
  };

  it('does not give the key of a device that was deleted', async () => {
    const arrive = askSlowly(1, 7);
    await tellLoginEnded(2);
    await tell(2, null);
    expect(await arrive()).toBeUndefined();
    answer = withKey(2, null);
    expect(await keys.of(name)).toBeNull();
  });

  it('gives way to the key that the fact contains', async () => {
    const arrive = askSlowly(1, 7);
    await tell(3, 8);
    expect(await arrive()).toBe(8);
  });
});

describe('many names that are not known yet, at once', () => {
  it('are all looked up', async () => {
    answer = withKey(0, null);
    const lookUps = Array.from({ length: 30 }, () => keys.of(uniqueName('nobody')));
    expect(await Promise.all(lookUps)).toEqual(Array(30).fill(null));
  });
});
