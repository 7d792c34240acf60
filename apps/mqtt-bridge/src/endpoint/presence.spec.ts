import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newCertificate } from '@telemon/testing/certificate';
import { until } from '@telemon/testing/waiting';
import { connectAsync } from 'mqtt';
import {
  type GivenEndpoint,
  PUMP,
  PUMP_TELEMETRY,
  TANK,
  TANK_TELEMETRY,
  givenEndpoint,
} from '../../testing/given-endpoint.ts';
import { RawClient } from '../../testing/raw-client.ts';
import { refusalOf } from '../../testing/refused-sign-in.ts';
import { REASONS } from './reasons.ts';

let endpoint: GivenEndpoint;

beforeEach(async () => {
  endpoint = await givenEndpoint();
});
afterEach(() => endpoint.stop());

/** The reasons that were reported of a device, without its normal ends. */
const refusalsOf = ({ name }: { name: string }) =>
  endpoint.presence.refusals
    .filter(({ deviceName, because }) => deviceName === name && because !== 'lost')
    .map(({ because }) => because);

describe('the presence of a device', () => {
  it.each([4, 5] as const)(
    'has the address and the protocol of its connection, in level %d',
    async (version) => {
      const before = Date.now();
      const client = await RawClient.signedIn(endpoint.port, PUMP, version);
      const { connections, ended } = endpoint.presence;
      expect(connections).toEqual([
        { deviceName: PUMP.name, since: expect.any(Number), address: '127.0.0.1', version, tls: false },
      ]);
      expect(connections[0]!.since).toBeGreaterThanOrEqual(before);
      expect(ended).toEqual([]);
      client.close();
      await until(() => ended.length === 1);
      expect(ended).toEqual([PUMP.name]);
    },
  );

  it('distinguishes a connection over TLS from another', async () => {
    await endpoint.stop();
    endpoint = await givenEndpoint({}, { tls: newCertificate('localhost') });
    const [, port] = endpoint.server.ports;
    const client = await connectAsync(`mqtts://127.0.0.1:${port}`, {
      username: PUMP.name,
      password: PUMP.password,
      rejectUnauthorized: false,
    });
    expect(endpoint.presence.connections).toMatchObject([{ deviceName: PUMP.name, tls: true }]);
    await client.endAsync();
  });

  it('is that of its newest connection', async () => {
    const first = await RawClient.signedIn(endpoint.port, PUMP, 4);
    const second = await RawClient.signedIn(endpoint.port, PUMP, 5);
    await first.untilClosed();
    const { connections, ended } = endpoint.presence;
    expect(connections.map(({ version }) => version)).toEqual([4, 5]);
    // The first one ended before the second one began.
    expect(ended).toEqual([PUMP.name]);
    endpoint.server.connections.signedInElsewhere(PUMP.name, Date.now() + 10);
    await second.untilClosed();
    expect(ended).toEqual([PUMP.name, PUMP.name]);
  });
});

describe('a refusal', () => {
  it('of a sign-in is reported with its address if a device has the name', async () => {
    await refusalOf(endpoint.port, { ...PUMP, password: 'guessed' });
    await refusalOf(endpoint.port, { name: 'nobody', password: 'guessed' });
    await refusalOf(endpoint.port, { name: '#', password: 'guessed' });
    expect(endpoint.presence.refusals).toEqual([
      { deviceName: PUMP.name, because: REASONS.badLogin.name, address: '127.0.0.1' },
    ]);
    expect(endpoint.presence.connections).toEqual([]);
  });

  it('of a message is reported, of one on a topic that is not its own and of one on a blocked topic', async () => {
    const client = await RawClient.signedIn(endpoint.port, PUMP);
    client.publish(TANK_TELEMETRY, '{}', { qos: 1, messageId: 1 });
    await client.next();
    expect(refusalsOf(PUMP)).toEqual(['not-authorized']);
    endpoint.blockedTopics.set(PUMP_TELEMETRY);
    for (const qos of [0, 1] as const) client.publish(PUMP_TELEMETRY, '{}', { qos, messageId: 2 });
    await client.next();
    expect(refusalsOf(PUMP)).toEqual(['not-authorized', 'topic-blocked', 'topic-blocked']);
    client.close();
  });

  it('of a message beyond the rate is reported', async () => {
    await endpoint.stop();
    endpoint = await givenEndpoint({ rate: { perSecond: 1, burst: 2 } });
    const client = await RawClient.signedIn(endpoint.port, TANK);
    for (let count = 0; count < 4; count++) client.publish(TANK_TELEMETRY, '{}');
    await until(() => refusalsOf(TANK).includes('rate'));
    client.close();
  });

  it('that ends the connection is reported', async () => {
    const client = await RawClient.signedIn(endpoint.port, PUMP);
    client.publish(PUMP_TELEMETRY, 'x'.repeat(257 * 1024), { qos: 1, messageId: 1 });
    await client.untilClosed();
    expect(refusalsOf(PUMP)).toEqual([REASONS.tooLarge.name]);
  });
});
