import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { OwnSockets } from './own-sockets.ts';
import { type Sender, connectTo, openOwnSocket, openUdpPort } from './udp-port.ts';

const opened: Socket[] = [];
/** The datagrams of a test. */
const received: string[] = [];
const receive = (datagram: Buffer) => void received.push(String(datagram));

afterEach(async () => {
  received.length = 0;
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
  const shared = await openUdpPort({ host, port: 0 }, receive);
  opened.push(...shared);
  const { port } = shared[0]!.address();
  const send = (sender: Socket, text: string) => sender.send(text, port, '127.0.0.1');
  return { shared, port, send };
};

const givenOwnSocket = async (sender: Sender, address: { host: string; port: number }) => {
  const socket = await openOwnSocket(address, receive);
  opened.push(socket);
  await connectTo(socket, sender);
};

/** A sender whose datagrams come to the same socket of the port as another sender's. */
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
      // The datagrams are sent in one turn of the event loop, in which nothing is read.
      const flood = () => {
        for (let number = 0; number < 2_000; number++) port.send(flooder, 'flood');
      };
      flood();
      port.send(known, 'lost');
      const address = host === '::' ? '::ffff:127.0.0.1' : '127.0.0.1';
      const sender = { address, port: known.address().port };
      await givenOwnSocket(sender, { host, port: port.port });
      flood();
      port.send(known, 'kept');
      await until(() => received.includes('kept'));
      expect(received).not.toContain('lost');
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
      const before = received.length;
      for (const sender of senders) port.send(sender, String(sender.address().port));
      await until(() => received.length === before + senders.length);
    };
    await sendAll();
    const known = await givenSender();
    const sender = { address: '127.0.0.1', port: known.address().port };
    await givenOwnSocket(sender, { host: '0.0.0.0', port: port.port });
    await sendAll();
    expect(moved).toEqual([]);
  });

  it('is not connected to a sender that no datagram can go to', async () => {
    const { port } = await givenPort();
    const socket = await openOwnSocket({ host: '0.0.0.0', port }, receive);
    opened.push(socket);
    await expect(connectTo(socket, { address: '127.0.0.1', port: 0 })).rejects.toThrow('Port');
  });
});

describe('sockets of their own', () => {
  /** Sockets that are not on the network, with a clock that stands still. */
  const given = () => {
    const clock = { now: 0 };
    /** Ports of the senders to which a socket was connected. */
    const attempts: number[] = [];
    const sockets: { connectedTo: number | null }[] = [];
    const failure: { reason: string | null } = { reason: null };
    const own = new OwnSockets(
      {
        async open() {
          const socket = {
            connectedTo: null as number | null,
            disconnect: () => void (socket.connectedTo = null),
          };
          sockets.push(socket);
          return socket as unknown as Socket;
        },
        async connect(socket, { port }) {
          attempts.push(port);
          if (failure.reason !== null) throw new Error(failure.reason);
          expect(socket).toHaveProperty('connectedTo', null);
          Object.assign(socket, { connectedTo: port });
        },
      },
      () => clock.now,
    );
    const accepted = async (deviceName: string, port: number) => {
      own.accepted(deviceName, { address: '192.0.2.1', port });
      await nextTurn();
    };
    const connected = () => sockets.map((socket) => socket.connectedTo);
    return { clock, attempts, connected, failure, accepted };
  };

  it('are opened for senders of accepted datagrams, one for each', async () => {
    const { connected, accepted } = given();
    for (const deviceName of ['pump01', 'pump01', 'pump02']) await accepted(deviceName, 1);
    await accepted('pump03', 3);
    expect(connected()).toEqual([1, 3]);
  });

  it('are one for each device, which takes its own along when it sends from elsewhere', async () => {
    const { clock, connected, accepted } = given();
    await accepted('pump01', 1);
    await accepted('pump01', 2);
    clock.now = 1_999;
    await accepted('pump01', 1);
    clock.now = 3_998;
    await accepted('pump01', 2);
    expect(connected()).toEqual([1]);
    clock.now = 3_999;
    await accepted('pump01', 2);
    expect(connected()).toEqual([2]);
  });

  it('are 256; beyond, a device gets the socket whose sender sent nothing for longest, ten minutes at least', async () => {
    const { clock, connected, accepted } = given();
    for (let number = 1; number <= 256; number++) await accepted(`pump${number}`, number);
    await accepted('late', 1_000);
    clock.now = 1;
    await accepted('pump1', 1);
    clock.now = 599_999;
    await accepted('late', 1_000);
    const before = connected();
    expect(before).toHaveLength(256);
    clock.now = 600_000;
    await accepted('late', 1_000);
    expect(connected()).toEqual(before.with(1, 1_000));
  });

  it('are not tried again for ten seconds after a failure', async () => {
    const { clock, attempts, failure, accepted } = given();
    failure.reason = 'no way to the sender';
    await accepted('pump01', 1);
    clock.now = 9_999;
    await accepted('pump02', 2);
    expect(attempts).toEqual([1]);
    clock.now = 10_000;
    await accepted('pump01', 1);
    expect(attempts).toEqual([1, 1]);
  });

  it('stay open after a failure, for the next sender', async () => {
    const { clock, connected, failure, accepted } = given();
    await accepted('pump01', 1);
    failure.reason = 'no way to the sender';
    clock.now = 2_000;
    await accepted('pump01', 2);
    expect(connected()).toEqual([null]);
    failure.reason = null;
    clock.now = 12_000;
    await accepted('pump02', 3);
    await accepted('pump03', 4);
    expect(connected()).toEqual([3, 4]);
  });

  it.each(['0.0.0.0', '127.0.0.1', '::'])(
    'on %s lose none of the datagrams that wait in one while it goes over to another sender',
    async (host) => {
      const port = await givenPort(host);
      const address = host === '::' ? '::ffff:127.0.0.1' : '127.0.0.1';
      const from = (sender: Socket): Sender => ({ address, port: sender.address().port });
      const clock = { now: 0 };
      const own = new OwnSockets(
        { open: () => openOwnSocket({ host, port: port.port }, receive), connect: connectTo },
        () => clock.now,
      );
      try {
        const [former, later] = [await givenSender(), await givenSender()];
        own.accepted('pump01', from(former));
        for (let number = 1; number <= 20; number++) {
          port.send(former, 'heard');
          await until(() => received.length === number);
        }
        clock.now = 2_000;
        for (let number = 1; number <= 100; number++) port.send(former, 'waiting');
        // The datagrams are sent at the end of this turn of the event loop, in which none is read.
        await new Promise(process.nextTick);
        own.accepted('pump01', from(later));
        port.send(later, 'last');
        await until(() => received.length === 121);
      } finally {
        await own.close();
      }
    },
  );

  it('are closed with the port, which is free then', async () => {
    const { shared, port } = await givenPort();
    const own = new OwnSockets({
      open: () => openOwnSocket({ host: '0.0.0.0', port }, receive),
      connect: connectTo,
    });
    own.accepted('pump01', { address: '127.0.0.1', port: 9 });
    for (const socket of shared) opened.splice(opened.indexOf(socket), 1);
    await Promise.all([
      own.close(),
      ...shared.map((socket) => new Promise<void>((done) => socket.close(done))),
    ]);
    opened.push(...(await openUdpPort({ host: '0.0.0.0', port }, receive)));
  });
});
