import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { OwnSockets, type Sender } from './own-sockets.ts';
import { openUdpPort, openUdpPortFor } from './udp-port.ts';

const opened: Socket[] = [];
/** Cleared for each test. */
const heard: string[] = [];
const hear = (datagram: Buffer) => void heard.push(String(datagram));

afterEach(async () => {
  heard.length = 0;
  await Promise.all(opened.splice(0).map((socket) => new Promise<void>((resolve) => socket.close(resolve))));
});

/** A sender with a port of its own. */
const givenSender = async (): Promise<Socket> => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  opened.push(socket);
  await once(socket, 'listening');
  return socket;
};

const givenPort = async (host = '0.0.0.0') => {
  const shared = await openUdpPort({ host, port: 0 }, hear);
  opened.push(...shared);
  const { port } = shared[0]!.address();
  const send = (sender: Socket, text: string) => sender.send(text, port, '127.0.0.1');
  return { shared, port, send };
};

/** A sender whose datagrams come to the same socket of the port as those of another one. */
const givenNeighbour = async (
  of: Socket,
  { shared, send }: Awaited<ReturnType<typeof givenPort>>,
): Promise<Socket> => {
  const places = new Map<string, number>();
  for (const [place, socket] of shared.entries())
    socket.on('message', (datagram) => void places.set(String(datagram), place));
  const textOf = (sender: Socket) => `from ${sender.address().port}`;
  for (;;) {
    const others = await Promise.all(Array.from({ length: 500 }, givenSender));
    const all = [of, ...others];
    for (const sender of all) send(sender, textOf(sender));
    await until(() => all.every((sender) => places.has(textOf(sender))));
    const neighbour = others.find((other) => places.get(textOf(other)) === places.get(textOf(of)));
    if (neighbour) return neighbour;
  }
};

describe('a socket for one sender', () => {
  it.each(['0.0.0.0', '127.0.0.1', '::'])(
    'on %s keeps its datagrams from a flood of others that fills the socket which it had before',
    async (host) => {
      const port = await givenPort(host);
      const known = await givenSender();
      const flooder = await givenNeighbour(known, port);
      // All in one turn, in which nothing is read.
      const flood = () => {
        for (let number = 0; number < 2_000; number++) port.send(flooder, 'flood');
      };
      flood();
      port.send(known, 'lost');
      const address = host === '::' ? '::ffff:127.0.0.1' : '127.0.0.1';
      const sender = { address, port: known.address().port };
      opened.push(await openUdpPortFor(sender, { host, port: port.port }, hear));
      flood();
      port.send(known, 'kept');
      await until(() => heard.includes('kept'));
      expect(heard).not.toContain('lost');
    },
  );

  it('leaves other senders their sockets', async () => {
    const port = await givenPort();
    const senders = await Promise.all(Array.from({ length: 50 }, givenSender));
    const places = new Map<string, Socket>();
    const moved: string[] = [];
    for (const socket of port.shared)
      socket.on('message', (datagram) => {
        const text = String(datagram);
        if (places.has(text) && places.get(text) !== socket) moved.push(text);
        places.set(text, socket);
      });
    const sendAll = async () => {
      const before = heard.length;
      for (const sender of senders) port.send(sender, String(sender.address().port));
      await until(() => heard.length === before + senders.length);
    };
    await sendAll();
    const known = await givenSender();
    const sender = { address: '127.0.0.1', port: known.address().port };
    opened.push(await openUdpPortFor(sender, { host: '0.0.0.0', port: port.port }, hear));
    await sendAll();
    expect(moved).toEqual([]);
  });

  it('is not opened for a sender that no datagram can go to', async () => {
    const { port } = await givenPort();
    const opening = openUdpPortFor({ address: '127.0.0.1', port: 0 }, { host: '0.0.0.0', port }, hear);
    await expect(opening).rejects.toThrow('Port');
  });
});

describe('sockets of their own', () => {
  /** Sockets that are not on the network, with a clock that stands still. */
  const given = () => {
    const clock = { now: 0 };
    const asked: string[] = [];
    const closed: string[] = [];
    const failure: { reason: string | null } = { reason: null };
    const openFor = async ({ port }: Sender) => {
      asked.push(String(port));
      if (failure.reason !== null) throw new Error(failure.reason);
      return { close: () => void closed.push(String(port)) } as unknown as Socket;
    };
    const own = new OwnSockets(openFor, () => clock.now);
    const accepted = (deviceName: string, port: number) =>
      own.accepted(deviceName, { address: '192.0.2.1', port });
    return { clock, asked, closed, failure, accepted };
  };

  it('are opened for senders of accepted datagrams, one for each', () => {
    const { asked, accepted } = given();
    for (const deviceName of ['pump01', 'pump01', 'pump02']) accepted(deviceName, 1);
    accepted('pump03', 3);
    expect(asked).toEqual(['1', '3']);
  });

  it('are one for each device, which takes its own along when it sends from elsewhere', async () => {
    const { clock, asked, closed, accepted } = given();
    accepted('pump01', 1);
    accepted('pump01', 2);
    clock.now = 1_999;
    accepted('pump01', 1);
    clock.now = 3_998;
    accepted('pump01', 2);
    expect(asked).toEqual(['1']);
    clock.now = 3_999;
    accepted('pump01', 2);
    expect(asked).toEqual(['1', '2']);
    await until(() => closed.length > 0);
    expect(closed).toEqual(['1']);
  });

  it('are 256; beyond, a device gets the place of the one that sent nothing for longest, ten minutes at least', async () => {
    const { clock, asked, closed, accepted } = given();
    for (let number = 1; number <= 256; number++) accepted(`pump${number}`, number);
    accepted('late', 1_000);
    clock.now = 1;
    accepted('pump1', 1);
    clock.now = 599_999;
    accepted('late', 1_000);
    expect(asked).toHaveLength(256);
    clock.now = 600_000;
    accepted('late', 1_000);
    expect(asked.slice(256)).toEqual(['1000']);
    await until(() => closed.length > 0);
    expect(closed).toEqual(['2']);
  });

  it('are not tried again for ten seconds after a failure', async () => {
    const { clock, asked, failure, accepted } = given();
    failure.reason = 'too many open files';
    accepted('pump01', 1);
    await nextTurn();
    clock.now = 9_999;
    accepted('pump02', 2);
    expect(asked).toEqual(['1']);
    clock.now = 10_000;
    accepted('pump01', 1);
    expect(asked).toEqual(['1', '1']);
  });

  it('are closed with the port, which is free then', async () => {
    const { shared, port } = await givenPort();
    const own = new OwnSockets((sender) => openUdpPortFor(sender, { host: '0.0.0.0', port }, hear));
    own.accepted('pump01', { address: '127.0.0.1', port: 9 });
    for (const socket of shared) opened.splice(opened.indexOf(socket), 1);
    await Promise.all([
      own.close(),
      ...shared.map((socket) => new Promise<void>((done) => socket.close(done))),
    ]);
    opened.push(...(await openUdpPort({ host: '0.0.0.0', port }, hear)));
  });
});
