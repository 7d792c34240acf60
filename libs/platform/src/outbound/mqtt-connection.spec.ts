import { afterEach, describe, expect, it } from '@jest/globals';
import { newAuthority, newCertificate } from '@telemon/testing/certificate';
import { CONNACK, FakeBroker } from '@telemon/testing/fake-broker';
import { until } from '@telemon/testing/waiting';
import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Broker, BrokerFailure, MqttConnection } from './mqtt-connection.ts';

const HOST = 'broker.example.com';
/** Short enough for a test, and mostly long enough for a connection. */
const SOON_MS = 400;

let broker: FakeBroker | undefined;
let connection: MqttConnection | undefined;

afterEach(async () => {
  connection?.close();
  await broker?.stop();
  connection = broker = undefined;
});

const start = async (options: Parameters<typeof FakeBroker.start>[0] = {}) => {
  broker = await FakeBroker.start(options);
  return broker;
};
type Settings = NonNullable<Parameters<typeof MqttConnection.open>[1]>;
const open = async (settings: Settings = {}, tls?: Broker['tls']) => {
  const addresses = [{ address: broker!.address, family: 4 }];
  const { port } = broker!;
  connection = await MqttConnection.open({ host: HOST, port, addresses, ...(tls && { tls }) }, settings);
  return connection;
};
const publish = (topic: string, payload: string) => connection!.publish({ topic, payload, retain: false });
const failureOf = async (attempt: Promise<unknown>) => {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BrokerFailure);
  const { message, mayHaveArrived } = error as BrokerFailure;
  return { message, mayHaveArrived };
};

describe('a connection to the broker of a customer', () => {
  it('publishes with QoS 1, and resolves with the acknowledgement', async () => {
    await start();
    await open();
    await publish('plant/alerts', '{"value":9.2}');
    expect(broker!.published).toEqual([
      { topic: 'plant/alerts', payload: '{"value":9.2}', qos: 1, retain: false },
    ]);
  });

  it('says goodbye when it is closed', async () => {
    const packets: string[] = [];
    await start({
      answers: ({ cmd }, socket) => {
        packets.push(cmd);
        if (cmd === 'connect') socket.write(CONNACK);
      },
    });
    await open();
    connection!.close();
    await until(() => broker!.connected === 0);
    expect(packets).toEqual(['connect', 'disconnect']);
  });

  it('is not open any more once it is being closed', async () => {
    await start();
    await open();
    expect(connection!.isOpen).toBe(true);
    connection!.close();
    expect(connection!.isOpen).toBe(false);
  });

  it('fails if no broker listens', async () => {
    await start();
    const { address, port } = broker!;
    await broker!.stop();
    const addresses = [{ address, family: 4 }];
    expect(await failureOf(MqttConnection.open({ host: HOST, port, addresses }))).toEqual({
      message: 'The MQTT broker refused the connection',
      mayHaveArrived: false,
    });
    broker = undefined;
  });
});

describe('a connection that stays', () => {
  const WILL = { topic: 'gateway/state', payload: 'gone', retain: true };

  it('announces the will, under the id that was asked for', async () => {
    const connects: unknown[] = [];
    await start({
      answers: (packet, socket) => {
        if (packet.cmd !== 'connect') return;
        connects.push({ clientId: packet.clientId, will: packet.will, keepalive: packet.keepalive });
        socket.write(CONNACK);
      },
    });
    await open({ clientId: 'telemon-1', will: WILL, keepaliveS: 15 });
    expect(connects).toEqual([
      {
        clientId: 'telemon-1',
        keepalive: 15,
        will: { topic: 'gateway/state', payload: Buffer.from('gone'), qos: 1, retain: true },
      },
    ]);
  });

  it('ends without a goodbye when it is abandoned, so that the will is published', async () => {
    const packets: string[] = [];
    await start({
      answers: ({ cmd }, socket) => {
        packets.push(cmd);
        if (cmd === 'connect') socket.write(CONNACK);
      },
    });
    await open({ will: WILL });
    connection!.abandon();
    await until(() => broker!.connected === 0);
    expect(packets).toEqual(['connect']);
  });

  it('takes as many acknowledgements as it sends messages', async () => {
    await start();
    await open();
    for (let sent = 0; sent < 20_000; sent += 1_000) {
      await Promise.all(Array.from({ length: 1_000 }, () => publish('t', 'x')));
    }
    expect(broker!.published).toHaveLength(20_000);
  });
});

describe('a broker', () => {
  const refusing = async (returnCode: number) => {
    await start({ returnCode });
    return failureOf(open());
  };

  it('that wants a login gets no message', async () => {
    const message = 'The MQTT broker does not let Telemon in without a login';
    expect(await refusing(5)).toEqual({ message, mayHaveArrived: false });
    await broker!.stop();
    expect(await refusing(4)).toEqual({ message, mayHaveArrived: false });
  });

  it('that is unavailable gets no message', async () => {
    expect(await refusing(3)).toEqual({
      message: 'The MQTT broker does not accept Telemon as a client',
      mayHaveArrived: false,
    });
  });

  it('that does not accept the connection in time is left', async () => {
    await start({ answers: () => undefined });
    expect(await failureOf(open({ answerWithinMs: SOON_MS }))).toEqual({
      message: 'The MQTT broker did not answer in time',
      mayHaveArrived: false,
    });
    await until(() => broker!.connected === 0);
  });

  it('that does not acknowledge in time is left, and may have the message', async () => {
    await start({ answers: ({ cmd }, socket) => void (cmd === 'connect' && socket.write(CONNACK)) });
    await until(() => open({ answerWithinMs: SOON_MS }));
    expect(await failureOf(publish('t', 'x'))).toEqual({
      message: 'The MQTT broker did not acknowledge the message in time',
      mayHaveArrived: true,
    });
    await until(() => broker!.connected === 0);
  });

  it('that closes the connection in place of an acknowledgement may have the messages', async () => {
    await start({
      answers: ({ cmd }, socket) => void (cmd === 'connect' ? socket.write(CONNACK) : socket.destroy()),
    });
    await open();
    const all = [publish('t', '1'), publish('t', '2')].map(failureOf);
    expect(await Promise.all(all)).toEqual(
      [1, 2].map(() => ({ message: 'The MQTT broker closed the connection', mayHaveArrived: true })),
    );
  });

  it.each<[string, (socket: Socket) => void]>([
    ['a web page', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['the end of the connection alone', (socket) => socket.end()],
    ['a packet of an unknown type', (socket) => socket.write(Buffer.from([0x00, 0x02, 0x00, 0x00]))],
  ])('that answers with %s is no broker', async (_, answer) => {
    await start({ answers: (_packet, socket) => answer(socket) });
    expect(await failureOf(open())).toEqual({
      message: 'The server did not answer as an MQTT broker',
      mayHaveArrived: false,
    });
  });

  it('that sends too much is left after 64 KB', async () => {
    let sent = 0;
    await start({
      answers: (_packet, socket) => {
        // The beginning of a message of 100 MB.
        socket.write(Buffer.from([0x30, 0x80, 0xe1, 0xeb, 0x2f]));
        const more = () => {
          while (!socket.destroyed && socket.write(Buffer.alloc(16 * 1024))) sent += 16 * 1024;
        };
        socket.on('drain', more);
        more();
      },
    });
    await failureOf(open());
    await until(() => broker!.connected === 0);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });
});

describe('a broker over TLS', () => {
  const trusted = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(trusted));

  const refusedAs = (message: string) => ({ message, mayHaveArrived: false });

  it('with a valid certificate gets the message', async () => {
    const tls = newCertificate(HOST);
    setDefaultCACertificates([String(tls.cert)]);
    await start({ tls });
    await open({}, {});
    await publish('t', 'x');
    expect(broker!.published).toHaveLength(1);
  });

  it('with a certificate of an unknown authority gets nothing', async () => {
    const packets: string[] = [];
    await start({ tls: newCertificate(HOST), answers: ({ cmd }) => void packets.push(cmd) });
    expect(await failureOf(open({}, {}))).toEqual(
      refusedAs('No known authority vouches for the certificate of the MQTT broker'),
    );
    expect(packets).toEqual([]);
  });

  it('with the certificate of another host gets nothing', async () => {
    const tls = newCertificate('other.example.com');
    setDefaultCACertificates([String(tls.cert)]);
    await start({ tls });
    expect(await failureOf(open({}, {}))).toEqual(
      refusedAs('The certificate of the MQTT broker is not valid for this host'),
    );
    expect(broker!.published).toEqual([]);
  });

  it('that speaks no TLS gets nothing', async () => {
    const packets: string[] = [];
    await start({ answers: ({ cmd }) => void packets.push(cmd) });
    await failureOf(open({ answerWithinMs: SOON_MS }, {}));
    expect(packets).toEqual([]);
  });

  it('of an authority that the user has named gets the message', async () => {
    const tls = newCertificate(HOST);
    await start({ tls });
    await open({}, { authorities: [String(tls.cert)] });
    await publish('t', 'x');
    expect(broker!.published).toHaveLength(1);
  });

  it('of another authority than the named one gets nothing', async () => {
    const tls = newCertificate(HOST);
    setDefaultCACertificates([String(tls.cert)]);
    await start({ tls });
    const other = String(newCertificate(HOST).cert);
    expect(await failureOf(open({}, { authorities: [other] }))).toEqual(
      refusedAs('No known authority vouches for the certificate of the MQTT broker'),
    );
    expect(broker!.published).toEqual([]);
  });

  it('with a certificate that has expired gets nothing', async () => {
    const tls = newCertificate(HOST, { days: -1 });
    await start({ tls });
    expect(await failureOf(open({}, { authorities: [String(tls.cert)] }))).toEqual({
      message: 'The certificate of the MQTT broker has expired',
      mayHaveArrived: false,
    });
    expect(broker!.published).toEqual([]);
  });

  it('that wants a client certificate gets nothing', async () => {
    const tls = newCertificate(HOST);
    await start({ tls: { ...tls, ca: newAuthority('Clients').cert } });
    expect(await failureOf(open({}, { authorities: [String(tls.cert)] }))).toEqual({
      message: 'The MQTT broker wants a client certificate, which Telemon has none of',
      mayHaveArrived: false,
    });
  });
});
