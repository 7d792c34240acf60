import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { OutboundAddresses } from './outbound-addresses.ts';
import { OutboundAllowList } from './outbound-allow.ts';
import { openSocket } from './outbound-socket.ts';

const servers: Server[] = [];

const listenOn = async (address: string, port = 0) => {
  const server = createServer((socket) => socket.end(address));
  servers.push(server);
  await once(server.listen(port, address), 'listening');
  return (server.address() as AddressInfo).port;
};

afterEach(() => servers.splice(0).forEach((server) => server.close()));

describe('a connection to a host whose name changes its address', () => {
  it('goes to the address that was checked', async () => {
    const port = await listenOn('127.50.0.1');
    await listenOn('127.50.0.2', port);
    let answers = 0;
    const resolve = () => Promise.resolve([`127.50.0.${++answers}`]);
    const addresses = new OutboundAddresses(OutboundAllowList.parse('127.50.0.1'), {
      resolve,
      lookUp: resolve,
    });
    const host = 'rebound.example.com';
    const socket = openSocket({ host, port, addresses: await addresses.of(host) });
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toBe('127.50.0.1');
    expect(socket.remoteAddress).toBe('127.50.0.1');
    expect(answers).toBe(1);
    await expect(addresses.of(host)).rejects.toThrow('not public');
  });

  it('uses another of the checked addresses if the first does not answer', async () => {
    const port = await listenOn('127.50.0.3');
    const addresses = ['127.50.0.4', '127.50.0.3'].map((address) => ({ address, family: 4 }));
    const socket = openSocket({ host: 'two.example.com', port, addresses });
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toBe('127.50.0.3');
  });
});
