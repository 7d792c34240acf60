import type { LookupAddress } from 'node:dns';
import { type LookupFunction, type Socket, connect, isIP } from 'node:net';
import { type TLSSocket, connect as connectTls } from 'node:tls';

/** A server that a user named, with the addresses of its host that were checked. */
interface Checked {
  host: string;
  port: number;
  addresses: LookupAddress[];
}

/** Answers each look-up with the checked addresses, so that no second one is made. */
const among = (addresses: LookupAddress[]): LookupFunction => {
  const [first] = addresses;
  return (_host, options, done) =>
    options.all ? done(null, addresses) : done(null, first!.address, first!.family);
};

/** Begins a connection to a checked address. */
export const openSocket = ({ host, port, addresses }: Checked): Socket =>
  connect({ host, port, lookup: among(addresses) });

/**
 * The same over TLS; the server has to show a valid certificate of the host, by its name.
 * @param authorities PEM of the certificates of which one has to vouch for it, in place of those that the machine trusts
 */
export const openTlsSocket = ({ host, port, addresses }: Checked, authorities?: string[]): TLSSocket =>
  connectTls({
    host,
    port,
    lookup: among(addresses),
    rejectUnauthorized: true,
    // The server's own certificate may be listed, too.
    ...(authorities && { ca: authorities, allowPartialTrustChain: true }),
    // A server name can't be an address; without one, the certificate has to name the address.
    ...(isIP(host) === 0 && { servername: host }),
  });
