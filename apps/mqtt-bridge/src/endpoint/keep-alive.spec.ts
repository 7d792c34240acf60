import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { type GivenEndpoint, PUMP, PUMP_TELEMETRY, givenEndpoint } from '../../testing/given-endpoint.ts';
import { RawClient } from '../../testing/raw-client.ts';

let endpoint: GivenEndpoint;
let client: RawClient;

beforeEach(async () => {
  endpoint = await givenEndpoint({}, { isClockStill: true });
});
afterEach(async () => {
  client.close();
  await endpoint.stop();
});

describe('a device that sends nothing', () => {
  it.each([
    [4, []],
    [5, [{ cmd: 'disconnect', reasonCode: 0x8d }]],
  ] as const)(
    'is disconnected after one and a half times its keep-alive, in protocol level %d',
    async (version, farewell) => {
      client = await RawClient.signedIn(endpoint.port, PUMP, version, { keepalive: 60 });
      endpoint.pass(89_000);
      expect(endpoint.traffic.endsOf('keep-alive-timeout')).toBe(0);
      endpoint.pass(2_000);
      expect(await client.untilClosed()).toMatchObject(farewell);
      expect(endpoint.traffic.endsOf('keep-alive-timeout')).toBe(1);
    },
  );

  it('stays connected while it pings', async () => {
    client = await RawClient.signedIn(endpoint.port, PUMP, 5, { keepalive: 60 });
    for (let count = 0; count < 3; count++) {
      endpoint.pass(85_000);
      expect(await client.ping()).toEqual([]);
    }
  });

  it('stays connected with a keep-alive of 0', async () => {
    client = await RawClient.signedIn(endpoint.port, PUMP, 5, { keepalive: 0 });
    endpoint.pass(24 * 3_600_000);
    expect(await client.ping()).toEqual([]);
  });

  it('stays connected while its message waits for Kafka', async () => {
    client = await RawClient.signedIn(endpoint.port, PUMP, 5, { keepalive: 60 });
    endpoint.telemetry.hasRoom = false;
    expect(await client.ping()).toEqual([]);
    const received = endpoint.traffic.bytesReceived;
    client.publish(PUMP_TELEMETRY, '{}', { qos: 1, messageId: 1 });
    await until(() => endpoint.traffic.bytesReceived > received);
    endpoint.pass(3_600_000);
    endpoint.telemetry.hasRoom = true;
    expect(await client.next()).toMatchObject({ cmd: 'puback' });
  });
});
