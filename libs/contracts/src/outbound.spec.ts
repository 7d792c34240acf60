import { describe, expect, it } from '@jest/globals';
import { Host, TOPIC_MAX_LENGTH, TopicName, canonicalHost } from './outbound.ts';

describe('a host', () => {
  it.each([
    ['broker.example.com', 'broker.example.com'],
    [' Broker.EXAMPLE.com ', 'broker.example.com'],
    ['broker.example.com.', 'broker.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['mqtt_1.example.com', 'mqtt_1.example.com'],
    ['mosquitto', 'mosquitto'],
    ['203.0.113.7', '203.0.113.7'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
  ])('%s is kept as %s', (text, host) => {
    expect(canonicalHost(text)).toBe(host);
    expect(Host.parse(text)).toBe(host);
  });

  it.each([
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['017700000001', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['１２７.０.０.１', '127.0.0.1'],
    ['①②⑦.0.0.1', '127.0.0.1'],
    ['127。0。0。1', '127.0.0.1'],
    ['loc\u00adalhost', 'localhost'],
    ['::ffff:127.0.0.1', '::ffff:7f00:1'],
    ['0:0:0:0:0:ffff:7f00:1', '::ffff:7f00:1'],
    ['64:ff9b::127.0.0.1', '64:ff9b::7f00:1'],
  ])('%s is read as the address that it stands for: %s', (text, host) => {
    expect(canonicalHost(text)).toBe(host);
  });

  it.each([
    '',
    ' ',
    '.',
    'a..b',
    '-a.example',
    'a b',
    'a\tb.example',
    'a\r\nHost: b',
    'a\0b',
    'user@broker.example.com',
    'broker.example.com:1883',
    'mqtt://broker.example.com',
    'broker.example.com/path',
    'broker.example.com?x',
    'broker.example.com#x',
    'broker%2eexample.com',
    'a\\b',
    '256.256.256.256',
    '1.2.3.4.5',
    '0x100000000',
    'fe80::1%eth0',
    '[::1',
    '::1]',
    ':::1',
    '*.example.com',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}aa`,
    'a'.repeat(100_000),
  ])('is not %p', (text) => {
    expect(Host.safeParse(text).error?.issues).toMatchObject([
      { message: 'This should be a host name or an IP address' },
    ]);
  });
});

describe('a topic to publish to', () => {
  it.each(['alerts', 'plant/1/alerts', '/alerts', 'a b', 'Kühlraum/°C', 'a'.repeat(TOPIC_MAX_LENGTH)])(
    'may be %s',
    (topic) => expect(TopicName.parse(topic)).toBe(topic),
  );

  it.each([
    '',
    '  ',
    '#',
    'plant/#',
    'plant/+/alerts',
    '$SYS/broker',
    '$share/group/alerts',
    'a\0b',
    'a\nb',
    '\ud800',
    'a'.repeat(TOPIC_MAX_LENGTH + 1),
  ])('is not %p', (topic) => expect(TopicName.safeParse(topic).success).toBe(false));
});
