import { describe, expect, it } from '@jest/globals';
import { dropsInTable } from './system-drops.ts';

const TABLE = `   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
  341: 00000000:1B58 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 52012 2 0000000000000000 417
  342: 0100007F:1B58 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 52013 2 0000000000000000 9
`;

describe('the count of datagrams that the system dropped', () => {
  it('is read from its table, for our address and port', () => {
    expect(dropsInTable(TABLE, { address: '0.0.0.0', port: 7_000, family: 'IPv4' })).toBe(417);
    expect(dropsInTable(TABLE, { address: '127.0.0.1', port: 7_000, family: 'IPv4' })).toBe(9);
    expect(dropsInTable(TABLE, { address: '0.0.0.0', port: 7_001, family: 'IPv4' })).toBeNull();
  });
});
