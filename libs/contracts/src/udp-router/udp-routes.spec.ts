import { describe, expect, it } from '@jest/globals';
import { type Failure, failureOfInput } from '../errors.ts';
import { NewUdpRoute } from './udp-routes.ts';

const CERTIFICATE = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBszCCAVmgAwIBAgIUQ0x2b3Jt',
  'c2FtcGxl==',
  '-----END CERTIFICATE-----',
];
const PLAIN = {
  deviceId: 'pump01',
  host: 'broker.example.com',
  port: 1883,
  topic: 'plant/pumps',
  prePostEnable: false,
  tlsEnabled: false,
};
const WITH_MESSAGES = {
  ...PLAIN,
  prePostEnable: true,
  connectMessage: '{"online":true}',
  disconnectMessage: '{"online":false}',
  connectTopic: 'plant/gateway',
  disconnectTopic: 'plant/gateway',
  connectRetain: true,
  disconnectRetain: false,
};
const withLines = (list: unknown) => ({ ...PLAIN, tlsEnabled: true, certificate: { list } });

const faultsOf = (input: unknown): Pick<Failure, 'kind' | 'fields'> | null => {
  const { success, error } = NewUdpRoute.safeParse(input);
  if (success) return null;
  const { kind, fields } = failureOfInput(error, input);
  return { kind, fields };
};
const refused = (fields: Record<string, string>) => ({ kind: 'invalid', fields });
const REQUIRED = 'This field is required';

describe('a UDP rule', () => {
  it('needs a device, a host, a port, a topic and both flags', () => {
    expect(faultsOf({})).toEqual(
      refused(Object.fromEntries(Object.keys(PLAIN).map((field) => [field, REQUIRED]))),
    );
    expect(faultsOf(PLAIN)).toBeNull();
  });

  it('takes its flags as true and false, or as 1 and 0 in text', () => {
    const flags = { prePostEnable: '1', connectRetain: '0', disconnectRetain: '1', tlsEnabled: '0' };
    expect(NewUdpRoute.parse({ ...WITH_MESSAGES, ...flags })).toMatchObject({
      prePostEnable: true,
      connectRetain: false,
      disconnectRetain: true,
      tlsEnabled: false,
    });
    expect(faultsOf({ ...PLAIN, tlsEnabled: 'yes' })).toMatchObject({ kind: 'invalid' });
    expect(faultsOf({ ...PLAIN, tlsEnabled: 1 })).toMatchObject({ kind: 'bad-request' });
  });

  it('takes a port in text, from 1 to 65535', () => {
    expect(NewUdpRoute.parse({ ...PLAIN, port: '8883' }).port).toBe(8_883);
    expect(faultsOf({ ...PLAIN, port: 0 })).toEqual(refused({ port: 'At least 1' }));
    expect(faultsOf({ ...PLAIN, port: 65_536 })).toEqual(refused({ port: 'At most 65535' }));
  });

  it('keeps the host in its one spelling', () => {
    expect(NewUdpRoute.parse({ ...PLAIN, host: '2130706433' }).host).toBe('127.0.0.1');
    expect(faultsOf({ ...PLAIN, host: 'mqtt://x' })).toEqual(
      refused({ host: 'This should be a host name or an IP address' }),
    );
  });

  it('needs its messages, topics and retain flags where messages are enabled', () => {
    const { prePostEnable: _, ...fields } = WITH_MESSAGES;
    const missing = Object.keys(fields).filter((field) => !Object.hasOwn(PLAIN, field));
    expect(missing).toHaveLength(6);
    expect(faultsOf({ ...PLAIN, prePostEnable: true })).toEqual(
      refused(Object.fromEntries(missing.map((field) => [field, REQUIRED]))),
    );
    expect(faultsOf({ ...WITH_MESSAGES, connectMessage: '', disconnectTopic: null })).toEqual(
      refused({ connectMessage: REQUIRED, disconnectTopic: REQUIRED }),
    );
    expect(faultsOf(WITH_MESSAGES)).toBeNull();
    const blank = { connectMessage: '', connectTopic: '', connectRetain: null, certificate: { list: [''] } };
    expect(faultsOf({ ...PLAIN, ...blank })).toBeNull();
  });

  it('reports all missing fields at once', () => {
    const { topic: _, ...rest } = PLAIN;
    expect(Object.keys(faultsOf({ ...rest, prePostEnable: '1', tlsEnabled: '1' })!.fields!)).toEqual([
      'topic',
      'connectMessage',
      'disconnectMessage',
      'connectTopic',
      'disconnectTopic',
      'connectRetain',
      'disconnectRetain',
      'certificate.list',
    ]);
  });
});

describe('the certificates of a UDP rule', () => {
  it.each([
    ['no certificate', { ...PLAIN, tlsEnabled: true }],
    ['null', { ...PLAIN, tlsEnabled: true, certificate: null }],
    ['no list', { ...PLAIN, tlsEnabled: true, certificate: {} }],
    ['an empty list', withLines([])],
  ])('are required over TLS: %s', (_what, rule) => {
    expect(faultsOf(rule)).toEqual(refused({ 'certificate.list': 'certificate is a required field' }));
  });

  it('have no empty line', () => {
    expect(faultsOf(withLines([...CERTIFICATE, '']))).toEqual(
      refused({ 'certificate.list.4': 'certificate is a required field' }),
    );
  });

  it('are taken line by line, or with several lines in an entry', () => {
    expect(faultsOf(withLines(CERTIFICATE))).toBeNull();
    expect(faultsOf(withLines([`${CERTIFICATE.join('\r\n')}\r\n`]))).toBeNull();
    expect(faultsOf(withLines([...CERTIFICATE, ...CERTIFICATE]))).toBeNull();
  });

  it.each([
    [
      'a private key',
      [...CERTIFICATE, '-----BEGIN EC PRIVATE KEY-----', 'MHcCAQEE', '-----END EC PRIVATE KEY-----'],
      4,
      'Line 5 belongs to a private key; give certificates alone',
    ],
    [
      'a private key within one entry',
      [`${CERTIFICATE.join('\n')}\n-----BEGIN PRIVATE KEY-----`],
      0,
      'Line 5 belongs to a private key; give certificates alone',
    ],
    [
      'a private key within a certificate',
      [CERTIFICATE[0], '-----BEGIN PRIVATE KEY-----'],
      1,
      'Line 2 belongs to a private key; give certificates alone',
    ],
    ['text before it', ['subject=CN = x', ...CERTIFICATE], 0, 'Line 1 should be -----BEGIN CERTIFICATE-----'],
    ['a line of no certificate', [CERTIFICATE[0], 'MIIB$$'], 1, 'Line 2 is no line of a certificate'],
    ['no end', CERTIFICATE.slice(0, 3), 2, 'After line 3, -----END CERTIFICATE----- is missing'],
    ['a long line', [CERTIFICATE[0], 'A'.repeat(201)], 1, 'Line 2 is longer than 200 characters'],
    [
      '10,000 lines',
      [CERTIFICATE[0], ...Array<string>(9_999).fill('AAAA')],
      500,
      'Line 501 is one too many: at most 500 lines',
    ],
    [
      'eleven of them',
      Array<string[]>(11).fill(CERTIFICATE).flat(),
      40,
      'Line 41 begins one too many: at most 10 certificates',
    ],
  ])('are refused with the line at fault: %s', (_what, list, entry, message) => {
    expect(faultsOf(withLines(list))).toEqual(refused({ [`certificate.list.${entry}`]: message }));
  });

  it('are a list of texts', () => {
    expect(faultsOf(withLines('PEM'))).toMatchObject({ kind: 'bad-request' });
    expect(faultsOf(withLines([1]))).toMatchObject({ kind: 'bad-request' });
  });
});
