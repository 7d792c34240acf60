import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import fc from 'fast-check';
import { type IPublishPacket, generate } from 'mqtt-packet';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { TELEMETRY_MAX_BYTES } from '@telemon/contracts/readings';
import { type BrokerMessage, MessageStream } from './message-stream.ts';

const PINGRESP = generate({ cmd: 'pingresp' });
const PINGREQ = generate({ cmd: 'pingreq' });
const MOST_PIECES = 500;

const publish = (messageId: number, size: number): Buffer => {
  const packet: IPublishPacket = {
    cmd: 'publish',
    topic: 'plant/pump01/data',
    payload: Buffer.alloc(size, 'x'),
    qos: 1,
    messageId,
    dup: false,
    retain: false,
  };
  return generate(packet, { protocolVersion: 5 });
};

let server: Server;
let broker: Socket;
let stream: MessageStream;
let messages: BrokerMessage[];
/** The bytes that MQTT.js would get. */
let rest: Buffer;
let received: Buffer;

beforeEach(async () => {
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  messages = [];
  rest = Buffer.alloc(0);
  received = Buffer.alloc(0);
  const line = connect((server.address() as AddressInfo).port, '127.0.0.1');
  stream = new MessageStream(line, true, (message) => void messages.push(message));
  stream.on('error', () => undefined);
  stream.on('data', (bytes: Buffer) => void (rest = Buffer.concat([rest, bytes])));
  [broker] = await accepted;
  broker.on('data', (bytes) => void (received = Buffer.concat([received, bytes])));
});
afterEach(() => {
  stream.destroy();
  broker.destroy();
  server.close();
});

describe('the stream below MQTT.js', () => {
  it('takes the messages out of bytes that are cut anywhere, and skips the rest of too large ones', async () => {
    const parts = fc.array(
      fc.oneof(
        fc.constant<'ping'>('ping'),
        fc.constantFrom(0, 1, 50, 5_000),
        // A message that comes all at once, and one whose end comes late.
        fc.constantFrom(TELEMETRY_MAX_BYTES + 10_000, 3_000_000),
      ),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(parts, fc.integer({ min: 1, max: 70_000 }), async (sent, cut) => {
        messages.length = 0;
        rest = Buffer.alloc(0);
        const sizes = sent.filter((part) => part !== 'ping');
        const pings = sent.length - sizes.length;
        let id = 0;
        const bytes = Buffer.concat(sent.map((part) => (part === 'ping' ? PINGRESP : publish(++id, part))));
        // A socket can't write millions of pieces at once.
        const size = Math.max(cut, Math.ceil(bytes.length / MOST_PIECES));
        for (let at = 0; at < bytes.length; at += size) broker.write(bytes.subarray(at, at + size));
        await until(() => messages.length === sizes.length && rest.length === pings * PINGRESP.length, {
          everyMs: 1,
        });
        expect(messages.map((message) => message.bytes)).toEqual(sizes);
        expect(messages.map(({ packetId }) => packetId)).toEqual(sizes.map((_, index) => index + 1));
        for (const message of messages)
          if (message.bytes <= TELEMETRY_MAX_BYTES) expect(message.payload).toHaveLength(message.bytes);
      }),
      { numRuns: 30 },
    );
  });

  it('acknowledges several messages in one write', async () => {
    stream.acknowledge([1, 2, 258]);
    await until(() => received.length === 12);
    expect([...received]).toEqual([0x40, 2, 0, 1, 0x40, 2, 0, 2, 0x40, 2, 1, 2]);
  });

  it('hands no message over while it is held, and lets MQTT.js believe that the broker answers', async () => {
    stream.hold();
    broker.write(Buffer.concat([publish(1, 10), PINGRESP]));
    stream.write(PINGREQ);
    await until(() => rest.length === PINGRESP.length);
    expect(messages).toEqual([]);
    stream.release();
    await until(() => messages.length === 1 && rest.length === 2 * PINGRESP.length);
  });

  it.each([
    ['bytes that are no packet', Buffer.from([0x00, 0x00])],
    ['a message with QoS 2', generate({ ...readable(), qos: 2 }, { protocolVersion: 5 })],
    ['an answer of megabytes', Buffer.from([0x90, 0xff, 0xff, 0xff, 0x7f])],
  ])('ends the connection for %s', async (_what, bytes) => {
    broker.write(bytes);
    await until(() => stream.closed);
    expect(messages).toEqual([]);
  });
});

function readable(): IPublishPacket {
  return {
    cmd: 'publish',
    topic: 'plant/pump01/data',
    payload: '{}',
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
  };
}
