import { describe, expect, it, jest } from '@jest/globals';
import { canonicalHost } from '@telemon/contracts/outbound';
import { ForbiddenHost, type NameServers, OutboundAddresses, UnknownHost } from './outbound-addresses.ts';
import { OutboundAllowList } from './outbound-allow.ts';

/** Name servers that know these names. */
class Names implements NameServers {
  readonly resolved: string[] = [];

  constructor(private readonly known: Record<string, string[]> = {}) {}

  resolve(host: string): Promise<string[]> {
    this.resolved.push(host);
    const addresses = this.known[host];
    return addresses ? Promise.resolve(addresses) : Promise.reject(new Error('ENOTFOUND'));
  }

  lookUp(host: string): Promise<string[]> {
    return this.resolve(host);
  }
}

const addressesWith = (names: NameServers, allow = '') =>
  new OutboundAddresses(OutboundAllowList.parse(allow), names);
const spelled = (text: string) => canonicalHost(text) ?? `not a host: ${text}`;

// prettier-ignore
const FORBIDDEN_ADDRESSES: [kind: string, ...spellings: string[]][] = [
  ['loopback', '127.0.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '::1'],
  ['loopback with a dot at its end', '127.0.0.1.'],
  ['loopback in other digits', '１２７.０.０.１', '①②⑦.0.0.1'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '167772161', '0xc0a80101', '0300.0250.1.1'],
  ['private in IPv6', 'fc00::1', 'fd12:3456::1', 'fec0::1'],
  ['link-local', '169.254.1.1', 'fe80::1'],
  ['metadata', '169.254.169.254', '2852039166', 'fd00:ec2::254', '168.63.129.16', '100.100.100.200', '192.0.0.192'],
  ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
  ['mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '[::ffff:a9fe:a9fe]'],
  ['with an embedded IPv4 address', '64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '::127.0.0.1', '::ffff:0:127.0.0.1', '2001:0:7f00:1::'],
  ['multicast', '224.0.0.1', '239.255.255.250', 'ff02::1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '0.0.0.0', '0', '0.1.2.3', '::'],
  ['for documentation and benchmarks', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1'],
  ['reserved', '240.0.0.1', '192.88.99.1', '4000::1', '100::1', '5f00::1'],
];

const PUBLIC_ADDRESSES = [
  '1.1.1.1',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
];

describe('an outbound address', () => {
  it.each(FORBIDDEN_ADDRESSES.flatMap(([kind, ...all]) => all.map((text) => [kind, text] as const)))(
    'that is %s is refused: %s',
    async (_, text) => {
      const names = new Names({ 'broker.example.com': [spelled(text)] });
      const addresses = addressesWith(names);
      expect(addresses.isForbidden(spelled(text))).toBe(true);
      await expect(addresses.of(spelled(text))).rejects.toThrow(ForbiddenHost);
      expect(names.resolved).toEqual([]);
      await expect(addresses.of('broker.example.com')).rejects.toThrow(ForbiddenHost);
    },
  );

  it.each(PUBLIC_ADDRESSES)('that is public is connected to: %s', async (address) => {
    const host = spelled(address);
    const addresses = addressesWith(new Names({ 'broker.example.com': [address] }));
    expect(addresses.isForbidden(host)).toBe(false);
    expect(await addresses.of(host)).toMatchObject([{ address: host }]);
    expect(await addresses.of('broker.example.com')).toMatchObject([{ address }]);
  });

  it('is refused if any address of the name is', async () => {
    const addresses = addressesWith(new Names({ 'broker.example.com': ['8.8.8.8', '10.0.0.1'] }));
    await expect(addresses.of('broker.example.com')).rejects.toThrow(ForbiddenHost);
  });

  it.each([
    'localhost',
    'a.localhost',
    'mongodb',
    'redis.telemon.svc',
    'redis.telemon.svc.cluster.local',
    'metadata.google.internal',
    'nas.home.arpa',
  ])('of an internal name is refused without a question to the name servers: %s', async (host) => {
    const names = new Names({ [host]: ['8.8.8.8'] });
    const addresses = addressesWith(names);
    expect(addresses.isForbidden(host)).toBe(true);
    await expect(addresses.of(host)).rejects.toThrow(ForbiddenHost);
    expect(names.resolved).toEqual([]);
  });

  it('of a name without an address is unknown, and may be asked for again', async () => {
    const addresses = addressesWith(new Names({ 'empty.example.com': [] }));
    expect(addresses.isForbidden('later.example.com')).toBe(false);
    await expect(addresses.of('later.example.com')).rejects.toThrow(UnknownHost);
    await expect(addresses.of('empty.example.com')).rejects.toThrow(UnknownHost);
  });

  it('of a name whose name servers do not answer is unknown after 5 s', async () => {
    jest.useFakeTimers();
    try {
      const never = () => new Promise<never>(() => undefined);
      const addresses = addressesWith({ resolve: never, lookUp: never });
      const refusal = expect(addresses.of('slow.example.com')).rejects.toThrow(UnknownHost);
      await jest.advanceTimersByTimeAsync(5_000);
      await refusal;
    } finally {
      jest.useRealTimers();
    }
  });

  it('that a name server answers with something else is refused', async () => {
    const addresses = addressesWith(new Names({ 'odd.example.com': ['broker.internal'] }));
    await expect(addresses.of('odd.example.com')).rejects.toThrow(ForbiddenHost);
  });
});

describe('OUTBOUND_ALLOW', () => {
  it('allows the listed addresses and networks, and no others', async () => {
    const names = new Names({ 'in.example.com': ['10.1.2.3'], 'out.example.com': ['192.168.0.1'] });
    const addresses = addressesWith(names, '10.0.0.0/8,fd00::7');
    expect(await addresses.of('10.9.9.9')).toEqual([{ address: '10.9.9.9', family: 4 }]);
    expect(await addresses.of('fd00::7')).toEqual([{ address: 'fd00::7', family: 6 }]);
    expect(await addresses.of(spelled('::ffff:10.1.2.3'))).toHaveLength(1);
    expect(await addresses.of('in.example.com')).toEqual([{ address: '10.1.2.3', family: 4 }]);
    for (const host of ['192.168.0.1', 'fd00::8', '127.0.0.1', 'out.example.com'])
      await expect(addresses.of(host)).rejects.toThrow(ForbiddenHost);
  });

  it('lets internal names lead to a listed network', async () => {
    const names = new Names({ mosquitto: ['10.1.2.3'], 'redis.local': ['172.16.0.9'] });
    const addresses = addressesWith(names, '10.0.0.0/8');
    expect(await addresses.of('mosquitto')).toMatchObject([{ address: '10.1.2.3' }]);
    await expect(addresses.of('redis.local')).rejects.toThrow(ForbiddenHost);
  });

  it('allows a listed name with any address, and no name below it', async () => {
    const names = new Names({ 'broker.local': ['10.1.2.3'], 'a.broker.local': ['10.1.2.3'] });
    const addresses = addressesWith(names, 'broker.local');
    expect(await addresses.of('broker.local')).toEqual([{ address: '10.1.2.3', family: 4 }]);
    await expect(addresses.of('a.broker.local')).rejects.toThrow(ForbiddenHost);
    await expect(addresses.of('10.1.2.3')).rejects.toThrow(ForbiddenHost);
  });
});
