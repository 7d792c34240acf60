import ipaddr from 'ipaddr.js';
import type { LookupAddress } from 'node:dns';
import { Resolver, lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { OutboundAllow } from './outbound-allow.ts';

/** Telemon may not connect to the host: an address of it is neither public nor allowed. */
export class ForbiddenHost extends Error {
  constructor() {
    super('the address is not public');
  }
}

/** No address of the host was found. A later attempt may find one. */
export class UnknownHost extends Error {
  constructor(cause?: unknown) {
    super('the name has no address', { cause });
  }
}

/** How names become addresses. */
export interface NameServers {
  /** Asks the name servers alone, without the machine's file of hosts and its search domains. */
  resolve(host: string): Promise<string[]>;
  /** Looks the host up as the machine itself does. */
  lookUp(host: string): Promise<string[]>;
}

/** How long the name servers may take over one name, ms. */
const LOOK_UP_WITHIN_MS = 5_000;
/** IPv6 addresses outside this network are of special use, or not given out. */
const GLOBAL_IPV6 = { global: [ipaddr.IPv6.parseCIDR('2000::/3')] };
/** A public address at which every machine of Azure finds a service of the cloud's own. */
const AZURE_SERVICE = '168.63.129.16';
/** Names without dots, and those below the domains that RFC 6761, RFC 6762, RFC 8375 and Kubernetes keep for internal use. */
const INTERNAL_NAME =
  /^[^.]+$|\.(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|svc|home\.arpa)$/;

const isPublic = (address: ReturnType<typeof ipaddr.process>): boolean =>
  address.range() === 'unicast' &&
  address.toString() !== AZURE_SERVICE &&
  // Among others, an address that embeds an IPv4 address, as ::127.0.0.1.
  (address.kind() === 'ipv4' || ipaddr.subnetMatch(address, GLOBAL_IPV6, 'other') === 'global');

/**
 * The addresses that Telemon may connect to on behalf of a user. A caller connects to exactly these, because a second look-up
 * may give others.
 */
export class OutboundAddresses {
  constructor(
    private readonly allow: OutboundAllow,
    private readonly names: NameServers = nameServers(),
  ) {}

  /** Whether a host, in its one spelling, is forbidden whatever the name servers say. */
  isForbidden(host: string): boolean {
    if (isIP(host) !== 0) return !this.isAllowed(host);
    return INTERNAL_NAME.test(host) && !this.allow.hosts.has(host) && this.allow.networks.length === 0;
  }

  /**
   * The addresses of a host in its one spelling.
   * @throws ForbiddenHost UnknownHost
   */
  async of(host: string): Promise<LookupAddress[]> {
    if (this.isForbidden(host)) throw new ForbiddenHost();
    const isListed = this.allow.hosts.has(host);
    const found = await this.find(host, isListed);
    if (found.length === 0) throw new UnknownHost();
    if (!isListed && !found.every((address) => this.isAllowed(address))) throw new ForbiddenHost();
    return found.map((address) => ({ address, family: isIP(address) }));
  }

  private async find(host: string, isListed: boolean): Promise<string[]> {
    if (isIP(host) !== 0) return [host];
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('the name servers did not answer')), LOOK_UP_WITHIN_MS);
    try {
      return await Promise.race([isListed ? this.names.lookUp(host) : this.names.resolve(host), tooLate]);
    } catch (error) {
      throw new UnknownHost(error);
    } finally {
      clearTimeout(timer);
    }
  }

  private isAllowed(text: string): boolean {
    if (!ipaddr.isValid(text)) return false;
    // An IPv4 address in IPv6's form is judged as that IPv4 address.
    const address = ipaddr.process(text);
    return isPublic(address) || this.allow.hasAddress(address);
  }
}

/** The name servers of the machine, or those with these addresses. */
export const nameServers = (servers?: readonly string[]): NameServers => {
  // Not `lookup` for names of users: it takes one of four threads until a slow name server has answered.
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  if (servers) resolver.setServers(servers);
  return {
    resolve: async (host) => {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (found.length === 0) throw (answers[0] as PromiseRejectedResult).reason;
      return found;
    },
    lookUp: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  };
};
