import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ToldPresence, presence } from '@telemon/contracts/devices/presence';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { aDevice } from '@telemon/testing/builders';
import type { FreshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import type { StartedService } from '@telemon/testing/service';
import { standIn } from '@telemon/testing/stand-in';
import { until } from '@telemon/testing/waiting';
import { randomUUID } from 'node:crypto';
import { givenBridge } from '../../testing/given-bridge.ts';
import { sha256 } from '../../testing/memory-logins.ts';
import { RawClient } from '../../testing/raw-client.ts';
import { refusalOf } from '../../testing/refused-sign-in.ts';
import { MqttEndpoint } from '../endpoint/mqtt-endpoint.ts';

const DEVICE_KEY = 4_713;
const login = { name: uniqueName('here'), password: randomUUID() };

let database: FreshDatabase;
let service: StartedService;
let devices: { stop: () => Promise<void> };
/** The reports that the devices service got about the device, oldest first, and their phases. */
const reports: ToldPresence[] = [];
const leaving: string[] = [];
let replica: string | undefined;

beforeAll(async () => {
  devices = await standIn(presence.tell, (message) => {
    const ours = (message.devices ?? []).filter(({ deviceName }) => deviceName === login.name);
    reports.push(...ours);
    if (ours.length > 0) ({ replica } = message);
    if (message.phase === 'leaves') leaving.push(message.replica);
    return { isKnown: true };
  });
  ({ database, service } = await givenBridge());
  const state = aDevice({
    deviceName: login.name,
    deviceKey: DEVICE_KEY,
    passwordSha256: sha256(login.password),
  });
  await service
    .get(FactCopies)
    .of('device')
    .apply([{ kind: 'device', key: login.name, version: 1, state }]);
});
afterAll(async () => {
  await devices.stop();
  await database.drop();
});

describe('a running bridge', () => {
  it('reports a refusal, a sign-in and an end to the devices service', async () => {
    const [port] = service.get(MqttEndpoint).ports as [number];
    await refusalOf(port, { ...login, password: 'guessed' });
    const client = await RawClient.signedIn(port, login);
    // No service says whether the device has a newer password.
    const refused = { because: 'unavailable', at: expect.any(Number), address: '127.0.0.1' };
    await until(() => reports.some(({ connection }) => connection?.endedAt === null));
    expect(reports).toContainEqual(expect.objectContaining({ deviceKey: DEVICE_KEY, refused }));
    client.close();
    await until(() => reports.some(({ connection }) => typeof connection?.endedAt === 'number'));
  });

  it('reports that it leaves', async () => {
    await service.stop();
    expect(leaving).toContain(replica);
  });
});
