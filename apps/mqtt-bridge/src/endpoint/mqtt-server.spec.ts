import { afterEach, describe, expect, it } from '@jest/globals';
import { timeOf } from '@telemon/testing/quickest';
import { until } from '@telemon/testing/waiting';
import { connectAsync } from 'mqtt';
import { connect as connectTls } from 'node:tls';
import { newCertificate } from '../../testing/certificate.ts';
import {
  type GivenEndpoint,
  PUMP,
  PUMP_TELEMETRY,
  TANK,
  givenEndpoint,
} from '../../testing/given-endpoint.ts';
import { RawClient } from '../../testing/raw-client.ts';

let endpoint: GivenEndpoint;
afterEach(() => endpoint.stop());

describe('a stop', () => {
  it('lets what was accepted be stored and acknowledged, says farewell, and takes nobody in', async () => {
    endpoint = await givenEndpoint();
    const { server, intake, port } = endpoint;
    intake.settlesAtOnce = false;
    const pump = await RawClient.signedIn(port, PUMP, 5);
    const tank = await RawClient.signedIn(port, TANK, 4);
    pump.publish(PUMP_TELEMETRY, '{}', { qos: 1, messageId: 1 });
    await until(() => intake.arrivals.length === 1);
    server.quiesce();
    await expect(RawClient.open(port)).rejects.toThrow('ECONNREFUSED');
    pump.publish(PUMP_TELEMETRY, '{}', { qos: 1, messageId: 2 });
    intake.settle();
    await server.close();
    expect(await pump.untilClosed()).toMatchObject([
      { cmd: 'puback', messageId: 1 },
      { cmd: 'disconnect', reasonCode: 0x8b },
    ]);
    expect(await tank.untilClosed()).toEqual([]);
    expect(intake.arrivals).toHaveLength(1);
  });

  it('waits no longer than a moment for those who do not go', async () => {
    endpoint = await givenEndpoint();
    const client = await RawClient.signedIn(endpoint.port, PUMP, 5);
    client.socket.pause();
    client.socket.allowHalfOpen = true;
    expect(await timeOf(() => endpoint.server.close())).toBeLessThan(5_000);
    client.close();
  });
});

describe('the port for TLS', () => {
  it('is spoken to as the other one, by those who speak TLS alone', async () => {
    const { key, cert } = newCertificate();
    const ca = cert;
    endpoint = await givenEndpoint({}, { tls: { port: 0, key, cert } });

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
    expect(endpoint.intake.payloads).toEqual(['{"TC1":1}']);
    await client.endAsync();

    const stranger = await RawClient.open(port!);
    stranger.connect(PUMP);
    await stranger.untilClosed();
    const lost = connectTls({ port: plain!, host: 'localhost', ca });
    await new Promise((resolve) => lost.on('error', resolve));
    expect(endpoint.intake.arrivals).toHaveLength(1);
  });
});

describe('a port that is taken', () => {
  it('is told', async () => {
    endpoint = await givenEndpoint();
    await expect(givenEndpoint({}, { port: endpoint.port })).rejects.toThrow('EADDRINUSE');
  });
});
