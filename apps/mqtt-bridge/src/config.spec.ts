import { describe, expect, it } from '@jest/globals';
import { newAuthority } from '@telemon/testing/certificate';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MqttBridgeVariables } from './config.ts';
import { outsideBrokerOf } from './outside-brokers/outside-broker.ts';

const REQUIRED = {
  HEALTH_PORT: '1',
  NATS_URL: 'nats://telemon:5f1d7a3b9c2e4860@localhost:4222',
  MONGODB_URL: 'mongodb://telemon:5f1d7a3b9c2e4860@localhost:27017/mqtt_bridge',
  KAFKA_BROKERS: 'telemon:5f1d7a3b9c2e4860@localhost:9092',
  REDIS_URL: 'redis://:5f1d7a3b9c2e4860@localhost:6379',
};
const MQTT_TOPICS = 'plant/{deviceName}/data';
const MQTT_URL = 'mqtt://broker.example.com';

const faultsOf = (variables: Record<string, string>): string[] => {
  const { error } = MqttBridgeVariables.safeParse({ ...REQUIRED, ...variables });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`);
};
const brokerOf = (variables: Record<string, string>) =>
  outsideBrokerOf(MqttBridgeVariables.parse({ ...REQUIRED, ...variables }));

describe('the outside broker', () => {
  it('is none by default', () => {
    expect(brokerOf({})).toBeNull();
  });

  it('is spoken to in MQTT 5 over one session, without a login or TLS', () => {
    expect(brokerOf({ MQTT_URL, MQTT_TOPICS })).toMatchObject({
      host: 'broker.example.com',
      port: 1_883,
      tls: null,
      login: null,
      version: 5,
      sessions: 1,
    });
  });

  it('has the settings in its address', () => {
    const broker = brokerOf({
      MQTT_URL: 'mqtts://plant%40north:p%2Fss@[2001:db8::1]:8884/',
      MQTT_TOPICS,
      OUTSIDE_BROKER_VERSION: '3.1.1',
    });
    expect(broker).toMatchObject({
      host: '2001:db8::1',
      port: 8_884,
      tls: { authorities: undefined },
      login: { username: 'plant@north', password: 'p/ss' },
      version: 4,
    });
    expect(brokerOf({ MQTT_URL: 'mqtts://b.example.com', MQTT_TOPICS })?.port).toBe(8_883);
  });

  const ADDRESS = 'MQTT_URL should be mqtt://user:password@host:port, or mqtts:// for TLS';
  it.each([
    [{ MQTT_URL }, 'MQTT_TOPICS is missing; MQTT_URL needs it'],
    [{ MQTT_TOPICS }, 'MQTT_URL is missing; MQTT_TOPICS needs it'],
    [{ MQTT_TOPICS, MQTT_URL: 'http://broker.example.com' }, ADDRESS],
    [{ MQTT_TOPICS, MQTT_URL: 'broker.example.com:1883' }, ADDRESS],
    [{ MQTT_TOPICS, MQTT_URL: 'mqtt://' }, ADDRESS],
    [{ MQTT_TOPICS, MQTT_URL: 'mqtt://broker.example.com:0' }, ADDRESS],
    [{ MQTT_TOPICS, MQTT_URL: 'mqtt://broker.example.com/plant' }, ADDRESS],
    [{ MQTT_TOPICS, MQTT_URL: 'mqtt://plant:100%@broker.example.com' }, ADDRESS],
    [{ MQTT_URL, MQTT_TOPICS: 'plant/data' }, 'MQTT_TOPICS has "plant/data", which should have one level'],
    [{ MQTT_URL, MQTT_TOPICS, OUTSIDE_BROKER_VERSION: '4' }, 'OUTSIDE_BROKER_VERSION should be 5 or 3.1.1'],
    [{ MQTT_URL, MQTT_TOPICS, OUTSIDE_BROKER_CA_FILE: '/none.pem' }, "OUTSIDE_BROKER_CA_FILE can't be read"],
  ])('is refused with %j', (variables, fault) => {
    expect(faultsOf(variables)).toEqual([expect.stringContaining(fault)]);
  });

  it('is refused with authorities for a connection without TLS, or that are none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'telemon-ca-'));
    const authorities = join(folder, 'ca.pem');
    writeFileSync(authorities, newAuthority('Plant').cert);
    expect(faultsOf({ MQTT_URL, MQTT_TOPICS, OUTSIDE_BROKER_CA_FILE: authorities })).toEqual([
      expect.stringContaining('MQTT_URL should begin with mqtts://'),
    ]);
    for (const content of ['a key?', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n']) {
      writeFileSync(authorities, content);
      expect(
        faultsOf({ MQTT_URL: 'mqtts://b.example.com', MQTT_TOPICS, OUTSIDE_BROKER_CA_FILE: authorities }),
      ).toEqual([expect.stringContaining('OUTSIDE_BROKER_CA_FILE should be a file of certificates')]);
    }
    rmSync(folder, { recursive: true });
  });
});

describe('the variables of the port for TLS', () => {
  it('belong together', () => {
    const files = { MQTTS_CERT_FILE: 'tls.crt', MQTTS_KEY_FILE: 'tls.key' };
    expect(faultsOf({ MQTTS_PORT: '8883', ...files, MQTTS_CLIENT_CA_FILE: 'ca.crt' })).toEqual([]);
    expect(faultsOf({ MQTTS_PORT: '8883' })).toEqual([
      'MQTTS_CERT_FILE is missing; MQTTS_PORT needs it, as the path of a PEM file',
      'MQTTS_KEY_FILE is missing; MQTTS_PORT needs it, as the path of a PEM file',
    ]);
    expect(faultsOf({ MQTTS_CLIENT_CA_FILE: 'ca.crt' })).toEqual([
      'MQTTS_CLIENT_CA_FILE is for the port for TLS, which MQTTS_PORT opens',
    ]);
  });
});
