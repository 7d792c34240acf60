import { afterEach, describe, expect, it } from '@jest/globals';
import { timeOf } from '@telemon/testing/quickest';
import { until } from '@telemon/testing/waiting';
import { connectAsync } from 'mqtt';
import { connect as connectTls } from 'node:tls';
import { newCertificate } from '@telemon/testing/certificate';
import {
  type GivenEndpoint,
  PUMP,
  PUMP_TELEMETRY,
  TANK,
  givenEndpoint,
} from '../../testing/given-endpoint.ts';
import { RawClient } from '../../testing/raw-client.ts';
import { connectOverTls } from '../../testing/tls-device.ts';

let endpoint: GivenEndpoint;
afterEach(() => endpoint.stop());

describe('a stop', () => {
  it('acknowledges the accepted messages, disconnects the devices, and accepts no new ones', async () => {
    endpoint = await givenEndpoint();
    const { server, telemetry, port } = endpoint;
    telemetry.settlesAtOnce = false;
    const pump = await RawClient.signedIn(port, PUMP, 5);
    const tank = await RawClient.signedIn(port, TANK, 4);
    pump.publish(PUMP_TELEMETRY, '{}', { qos: 1, messageId: 1 });
    await until(() => telemetry.messages.length === 1);
    server.quiesce();
    await expect(RawClient.open(port)).rejects.toThrow('ECONNREFUSED');
    pump.publish(PUMP_TELEMETRY, '{}', { qos: 1, messageId: 2 });
    telemetry.settle();
    await server.close();
    expect(await pump.untilClosed()).toMatchObject([
      { cmd: 'puback', messageId: 1 },
      { cmd: 'disconnect', reasonCode: 0x8b },
    ]);
    expect(await tank.untilClosed()).toEqual([]);
    expect(telemetry.messages).toHaveLength(1);
  });

  it('waits only briefly for devices that do not disconnect', async () => {
    endpoint = await givenEndpoint();
    const client = await RawClient.signedIn(endpoint.port, PUMP, 5);
    client.socket.pause();
    client.socket.allowHalfOpen = true;
    expect(await timeOf(() => endpoint.server.close())).toBeLessThan(5_000);
    client.close();
  });
});

describe('the port for TLS', () => {
  it('serves TLS clients like the other port, and no others', async () => {
    const { key, cert } = newCertificate();
    const ca = cert;
    endpoint = await givenEndpoint({}, { tls: { key, cert } });

    const { name: username, password } = PUMP;
    const [plain, port] = endpoint.server.ports;
    const client = await connectAsync({
      protocol: 'mqtts',
      host: 'localhost',
      port,
      ca,
      username,
      password,
      protocolVersion: 5,
    });
    await client.publishAsync(PUMP_TELEMETRY, '{"TC1":1}', { qos: 1 });
    expect(endpoint.telemetry.payloads).toEqual(['{"TC1":1}']);
    await client.endAsync();

    const stranger = await RawClient.open(port!);
    stranger.connect(PUMP);
    await stranger.untilClosed();
    const lost = connectTls({ port: plain!, host: 'localhost', ca });
    await new Promise((resolve) => lost.on('error', resolve));
    expect(endpoint.telemetry.messages).toHaveLength(1);
  });

  it('has room again for each connection that ends', async () => {
    const server = newCertificate();
    endpoint = await givenEndpoint({ maxConnections: 1 }, { tls: server });
    const { name: username, password } = PUMP;
    const options = { username, password };
    for (let count = 0; count < 3; count++) {
      const client = await until(() => connectOverTls(endpoint.server.ports[1]!, server, options));
      await expect(connectOverTls(endpoint.server.ports[1]!, server, options)).rejects.toThrow();
      await client.endAsync();
    }
    expect(endpoint.traffic.endsOf('busy')).toBeGreaterThanOrEqual(3);
  });
});

describe('a port that is taken', () => {
  it('is reported', async () => {
    endpoint = await givenEndpoint();
    await expect(givenEndpoint({}, { listening: { port: endpoint.port } })).rejects.toThrow('EADDRINUSE');
  });
});
