import { describe, expect, it } from '@jest/globals';
import { serviceVariables } from '@telemon/testing/servers';
import { MqttBridgeVariables } from './config.ts';

const faultsOf = (variables: Record<string, string>) => {
  const usual = serviceVariables('mongodb://127.0.0.1/mqtt_bridge');
  const { error } = MqttBridgeVariables.safeParse({ ...usual, REDIS_URL: 'redis://127.0.0.1', ...variables });
  return error?.issues.map(({ path, message }) => `${String(path[0])} ${message}`) ?? [];
};

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
