import { describe, expect, it } from '@jest/globals';
import { dropsInTable } from './system-drops.ts';

const TABLE = `   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
  341: 00000000:1B58 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 52012 2 0000000000000000 417
  342: 0100007F:1B58 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 52013 2 0000000000000000 9
  343: 00000000:1B58 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 52014 2 0000000000000000 3
`;

describe('the count of datagrams that the system dropped', () => {
  it("is read from its table, for all sockets of our address and port; on all addresses, also for single senders' sockets", () => {
    const of = (address: string, port: number) =>
      Object.fromEntries(dropsInTable(TABLE, { address, port, family: 'IPv4' }));
    expect(of('0.0.0.0', 7_000)).toEqual({ 52012: 417, 52013: 9, 52014: 3 });
    expect(of('127.0.0.1', 7_000)).toEqual({ 52013: 9 });
    expect(of('0.0.0.0', 7_001)).toEqual({});
  });
});
