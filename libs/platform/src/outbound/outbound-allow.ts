import { canonicalHost } from '@telemon/contracts/outbound';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

type Address = ReturnType<typeof ipaddr.parse>;

/** The hosts and networks of one's own that targets of users may name. */
export class OutboundAllow {
  /**
   * @param hosts names, in their one spelling
   * @param networks each an address with the number of its leading bits that count
   */
  constructor(
    readonly hosts: ReadonlySet<string>,
    readonly networks: [Address, number][],
  ) {}

  hasAddress(address: Address): boolean {
    return ipaddr.subnetMatch(address, { listed: this.networks }, 'other') === 'listed';
  }
}

/** The network of an entry such as 10.0.0.0/8, or null. */
const networkIn = (entry: string): [Address, number] | null => {
  const [address = '', bits = '', ...rest] = entry.split('/');
  const isAddress = ipaddr.IPv6.isValid(address) || ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isAddress || rest.length > 0 || !/^\d{1,3}$/.test(bits)) return null;
  const network = ipaddr.parse(address);
  return Number(bits) <= (network.kind() === 'ipv4' ? 32 : 128) ? [network, Number(bits)] : null;
};

const SHOULD = 'should be host names, addresses or networks such as 10.0.0.0/8, separated by commas';

/** `OUTBOUND_ALLOW`: host names, addresses and networks, separated by commas. */
export const OutboundAllowList = z.string().transform((list, context) => {
  const hosts = new Set<string>();
  const networks: [Address, number][] = [];
  for (const entry of list.split(',').map((text) => text.trim())) {
    if (entry === '') continue;
    const host = entry.includes('/') ? null : canonicalHost(entry);
    const network = entry.includes('/') ? networkIn(entry) : null;
    if (network) networks.push(network);
    else if (host !== null && ipaddr.isValid(host)) {
      const address = ipaddr.process(host);
      networks.push([address, address.kind() === 'ipv4' ? 32 : 128]);
    } else if (host !== null) hosts.add(host);
    else {
      context.addIssue({ code: 'custom', message: `${SHOULD}; "${entry}" is none of them` });
      return z.NEVER;
    }
  }
  // Otherwise, the value is a mistake, such as a lone comma.
  if (hosts.size + networks.length > 0 || list.trim() === '') return new OutboundAllow(hosts, networks);
  context.addIssue({ code: 'custom', message: `${SHOULD}; it names none` });
  return z.NEVER;
});
