import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';

/** How /proc/net/udp writes an IPv4 address and a port: bytes in the order of a little-endian machine, in hex. */
const addressAsListed = ({ address, port }: AddressInfo): string => {
  const host = address
    .split('.')
    .toReversed()
    .map((byte) => Number(byte).toString(16).padStart(2, '0'))
    .join('');
  return `${host}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
};

/** The place of a socket's inode, which no other socket has, among its fields. */
const INODE_FIELD = 9;

/**
 * How many datagrams the system dropped because a receive buffer was full, from its table of sockets, for each socket of a port by its
 * inode. An address that is not every one of the machine distinguishes it from that port of others; on every one, a socket for one sender has
 * the address that it sends to. Sockets that open or close while the table is read may hide one, or list it twice.
 */
export const dropsInTable = (table: string, local: AddressInfo): Map<string, number> => {
  const drops = new Map<string, number>();
  const listed = local.family === 'IPv4' && local.address !== '0.0.0.0' ? addressAsListed(local) : null;
  const port = `:${local.port.toString(16).padStart(4, '0').toUpperCase()}`;
  for (const line of table.split('\n').slice(1)) {
    const fields = line.trim().split(/\s+/);
    const address = fields[1] ?? '';
    if (listed === null ? address.endsWith(port) : address === listed)
      drops.set(fields[INODE_FIELD]!, Number(fields.at(-1)));
  }
  return drops;
};

/** The current counts; none if the table can't be read. */
export const systemDrops = async (local: AddressInfo): Promise<Map<string, number>> => {
  try {
    const table = await readFile(local.family === 'IPv6' ? '/proc/net/udp6' : '/proc/net/udp', 'latin1');
    return dropsInTable(table, local);
  } catch {
    return new Map();
  }
};
