import { describe, expect, it } from '@jest/globals';
import ipaddr from 'ipaddr.js';
import { OutboundAllowList } from './outbound-allow.ts';

describe('OUTBOUND_ALLOW', () => {
  it('lists host names, addresses and networks', () => {
    const allow = OutboundAllowList.parse(
      'Broker.Plant.internal., 10.0.0.0/8,192.168.7.9 , fd00:1::/32, ::ffff:172.16.0.1,',
    );
    expect([...allow.hosts]).toEqual(['broker.plant.internal']);
    const has = (address: string) => allow.hasAddress(ipaddr.process(address));
    for (const address of ['10.200.3.4', '192.168.7.9', 'fd00:1::77', '172.16.0.1', '::ffff:10.0.0.1'])
      expect([address, has(address)]).toEqual([address, true]);
    for (const address of ['11.0.0.1', '192.168.7.8', 'fd00:2::1', '172.16.0.2', '::1'])
      expect([address, has(address)]).toEqual([address, false]);
  });

  it('may be empty', () => {
    expect(OutboundAllowList.parse('')).toEqual({ hosts: new Set(), networks: [] });
  });

  it.each([',', ' , ,'])('is refused as %p, which names nothing', (list) => {
    expect(OutboundAllowList.safeParse(list).error?.issues).toMatchObject([
      {
        message:
          'should be host names, addresses or networks such as 10.0.0.0/8, separated by commas; it names none',
      },
    ]);
  });

  it.each([
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '/8',
    '010.0.0.0/8',
    'fd00::/129',
    'broker.internal/24',
    '*.internal',
    'broker.internal:1883',
    'mqtt://broker.internal',
    '10.0.0.1;10.0.0.2',
    '10.0.0.1 10.0.0.2',
    '10.0.0.1-10.0.0.9',
  ])('is refused with %s in it, which it names', (entry) => {
    expect(OutboundAllowList.safeParse(`10.0.0.1,${entry}`).error?.issues).toMatchObject([
      {
        message: `should be host names, addresses or networks such as 10.0.0.0/8, separated by commas; "${entry}" is none of them`,
      },
    ]);
  });
});
