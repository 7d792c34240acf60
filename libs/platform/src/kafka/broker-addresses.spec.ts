import { expect, it } from '@jest/globals';
import { brokerAddresses } from './broker-addresses.ts';

it.each([
  [['a:1', ' b:2'], { brokers: ['a:1', 'b:2'] }],
  [
    ['user:secret@a:1', 'b:2'],
    { brokers: ['a:1', 'b:2'], sasl: { mechanism: 'plain', username: 'user', password: 'secret' } },
  ],
  [
    ['user:p%40ss%3Aword%2C@[::1]:1'],
    { brokers: ['[::1]:1'], sasl: { mechanism: 'plain', username: 'user', password: 'p@ss:word,' } },
  ],
])('the addresses %j are split into brokers and a login, if there is one', (addresses, expected) => {
  expect(brokerAddresses(addresses)).toEqual(expected);
});
