import { expect, it } from '@jest/globals';
import { Sources } from './sources.ts';

it.each([
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['192.0.2.7', '::ffff:192.0.2.7', true],
  ['192.0.2.0/24', '192.0.2.255', true],
  ['192.0.2.0/24', '192.0.3.0', false],
  ['192.0.2.9/24', '192.0.2.1', true],
  ['192.0.2.0/24', '::ffff:192.0.2.1', true],
  ['192.0.2.0/24', '2001:db8::1', false],
  ['2001:db8::1', '2001:db8:0:0::1', true],
  ['2001:db8::/48', '2001:db8:0:1::1', true],
  ['2001:db8::/48', '2001:db8:1::1', false],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['2001:db8::/48', '192.0.2.1', false],
])('of the source %s, a datagram from %s: %s', (source, address, isFromIt) => {
  const sources = new Sources();
  expect(sources.includes(source, address)).toBe(isFromIt);
  expect(sources.includes(source, address)).toBe(isFromIt);
});
