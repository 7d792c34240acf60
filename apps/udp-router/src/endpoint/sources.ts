import { BlockList, isIPv6 } from 'node:net';

/** Sources in memory; the oldest one is evicted first. */
const MOST_KEPT = 10_000;

/** Tells whether datagrams come from the source that their device is pinned to. Keeps each source in a form that is fast to compare. */
export class Sources {
  private readonly kept = new Map<string, BlockList>();

  /**
   * @param source an address or network, as `UdpSource` says
   * @param address where a datagram came from; an IPv4 address may be written as an IPv6 one, and an IPv6 one have a zone
   */
  includes(source: string, address: string): boolean {
    const [bare = ''] = address.split('%', 1);
    return this.of(source).check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
  }

  private of(source: string): BlockList {
    const known = this.kept.get(source);
    if (known) return known;
    if (this.kept.size >= MOST_KEPT) this.kept.delete(this.kept.keys().next().value!);
    const [address = '', bits] = source.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const list = new BlockList();
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
    this.kept.set(source, list);
    return list;
  }
}
