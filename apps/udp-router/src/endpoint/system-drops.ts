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

/**
 * How many datagrams the system dropped because a socket's receive buffer was full, from its table of sockets; null if the
 * table doesn't have the socket.
 */
export const dropsInTable = (table: string, local: AddressInfo): number | null => {
  const listed = local.family === 'IPv4' ? addressAsListed(local) : null;
  const port = `:${local.port.toString(16).padStart(4, '0').toUpperCase()}`;
  for (const line of table.split('\n').slice(1)) {
    const fields = line.trim().split(/\s+/);
    const address = fields[1] ?? '';
    if (listed === null ? address.endsWith(port) : address === listed) return Number(fields.at(-1));
  }
  return null;
};

/** The current count; null also if the table can't be read. */
export const systemDrops = async (local: AddressInfo): Promise<number | null> => {
  try {
    const table = await readFile(local.family === 'IPv6' ? '/proc/net/udp6' : '/proc/net/udp', 'latin1');
    return dropsInTable(table, local);
  } catch {
    return null;
  }
};
