import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { DeviceChange } from '@telemon/contracts/devices/devices';
import {
  UDP_IDENTITY_CHANGED_SUBJECT,
  UDP_KEY_BYTES,
  UNAUTHENTICATED_SUBJECT,
  type UdpIdentity,
  type UdpIdentityChanged,
  udpKeyName,
} from '@telemon/contracts/devices/udp-identity';
import { connectNats } from '@telemon/platform/messaging/nats';
import { CONFIG } from '@telemon/platform/platform.module';
import { derived } from '@telemon/platform/secret-key';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { admin, assistant, manager, other } from '../../testing/actors.ts';
import { refusal } from '../../testing/given-devices.ts';
import { GivenFleet } from '../../testing/given-fleet.ts';
import type { DevicesVariables } from '../config.ts';
import { DevicesModule } from './devices.module.ts';
import { DevicesService } from './devices.service.ts';
import { UdpKeysService } from './udp-keys.service.ts';

let fleet: GivenFleet;
let devices: DevicesService;
let keys: UdpKeysService;
let nats: NatsConnection;
const announced: UdpIdentityChanged[] = [];

beforeAll(async () => {
  fleet = await GivenFleet.prepare(DevicesModule);
  devices = fleet.service.get(DevicesService);
  keys = fleet.service.get(UdpKeysService);
  nats = await connectNats(servers().natsUrl, 'spec');
  nats.subscribe(UDP_IDENTITY_CHANGED_SUBJECT, {
    callback: (_error, message) => void announced.push(message.json()),
  });
  await nats.flush();
});
afterAll(async () => {
  await nats.close();
  await fleet.stop();
});

const pin = (deviceName: string, udpSource: string, by = manager) =>
  devices.update(by, deviceName, DeviceChange.parse({ udpSource }));
/** The newest fact of a device. */
const factOf = async (deviceName: string) => {
  const { version, state } = (await fleet.factsOf(deviceName)).at(-1)!;
  return { version, ...(state as { deviceKey: number; udp: UdpIdentity }) };
};
/** The key that an endpoint derives from a fact. */
const keyIn = ({ deviceKey, udp }: { deviceKey: number; udp: UdpIdentity }) => {
  const { UDP_KEY_SECRET } = fleet.service.get(CONFIG as never) as DevicesVariables;
  return derived(UDP_KEY_SECRET, udpKeyName(deviceKey, udp.keyId!), UDP_KEY_BYTES).toString('hex');
};
const isTold = async (deviceName: string) => {
  const { version } = await factOf(deviceName);
  await until(() => announced.some((each) => each.deviceName === deviceName && each.version === version));
};

describe('the UDP key of a device', () => {
  it('is returned once, and is derived from a fact that does not contain it', async () => {
    const { deviceName, hasUdpKey } = await fleet.make();
    expect(hasUdpKey).toBe(false);
    const { key } = await keys.make(manager, deviceName);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    const fact = await factOf(deviceName);
    expect(keyIn(fact)).toBe(key);
    expect(JSON.stringify(fact)).not.toContain(key);
    const stored = await fleet.service.database.db
      .collection<{ _id: string }>('devices')
      .findOne({ _id: deviceName });
    expect(JSON.stringify(stored)).not.toContain(key);
    const shown = await devices.get(manager, deviceName);
    expect(shown.hasUdpKey).toBe(true);
    expect(JSON.stringify(shown)).not.toContain(fact.udp.keyId);
    await isTold(deviceName);
  });

  it('differs each time, and ends when it is removed, which is announced to the endpoints at once', async () => {
    const { deviceName } = await fleet.make();
    const [{ key: first }, { key: second }] = [
      await keys.make(manager, deviceName),
      await keys.make(admin, deviceName),
    ];
    expect(second).not.toBe(first);
    await isTold(deviceName);
    await keys.remove(manager, deviceName);
    expect((await factOf(deviceName)).udp).toEqual({ keyId: null, source: null });
    expect((await devices.get(manager, deviceName)).hasUdpKey).toBe(false);
    await isTold(deviceName);
    expect((await devices.login(deviceName)).login!.udp).toEqual({ keyId: null, source: null });
  });

  it('is not made or removed by an assistant, nor by another manager, for whom the device is missing', async () => {
    const { deviceName } = await fleet.make();
    await fleet.assign(deviceName, assistant.id);
    for (const change of [keys.make.bind(keys), keys.remove.bind(keys)]) {
      await expect(change(assistant, deviceName)).rejects.toMatchObject(refusal('forbidden'));
      await expect(change(other, deviceName)).rejects.toMatchObject(refusal('not-found'));
    }
    expect((await devices.get(manager, deviceName)).hasUdpKey).toBe(false);
  });
});

describe('the UDP source of a device', () => {
  it('is set and cleared by its manager, which is announced to the endpoints at once', async () => {
    const { deviceName } = await fleet.make({ udpSource: '192.0.2.0/24' });
    expect((await factOf(deviceName)).udp).toEqual({ keyId: null, source: '192.0.2.0/24' });
    expect(await pin(deviceName, ' 2001:db8::7 ')).toMatchObject({ udpSource: '2001:db8::7' });
    await isTold(deviceName);
    expect((await devices.login(deviceName)).login!.udp).toEqual({ keyId: null, source: '2001:db8::7' });
    expect(await pin(deviceName, '')).toMatchObject({ udpSource: null });
    await isTold(deviceName);
  });

  it('is not changed by an assistant', async () => {
    const { deviceName } = await fleet.make();
    await fleet.assign(deviceName, assistant.id);
    await expect(pin(deviceName, '192.0.2.1', assistant)).rejects.toMatchObject(refusal('forbidden'));
  });
});

describe('a device that anybody can send as', () => {
  it('is marked once a datagram of it was taken, until it has a key or a source', async () => {
    const { deviceName } = await fleet.make();
    const isMarked = async () => (await devices.get(manager, deviceName)).unauthenticated;
    expect(await isMarked()).toBe(false);
    nats.publish(UNAUTHENTICATED_SUBJECT, JSON.stringify({ deviceName }));
    await until(isMarked);
    await pin(deviceName, '192.0.2.1');
    expect(await isMarked()).toBe(false);
    await pin(deviceName, '');
    expect(await isMarked()).toBe(true);
    await keys.make(manager, deviceName);
    expect(await isMarked()).toBe(false);
  });
});
