import { isIPv6 } from 'node:net';

const HEXTETS = 8;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The address under which a limit counts a caller: an IPv4 address; of IPv6 the network that a provider gives to one customer,
 * who is free to use any of its 2^64 addresses.
 */
export const limitedAs = (address: string): string => {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, HEXTETS - before.length - after.length);
  const hextets = [...before, ...Array<string>(zeros).fill('0'), ...after];
  const network = hextets.slice(0, 4).map((hextet) => Number.parseInt(hextet, 16).toString(16));
  return `${network.join(':')}::/64`;
};
