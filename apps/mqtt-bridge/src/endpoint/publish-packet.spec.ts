import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type IPublishPacket, generate } from 'mqtt-packet';
import { FrameReader } from './frame-reader.ts';
import { readPublish } from './publish-packet.ts';
import { ProtocolFault, REASONS } from './reasons.ts';

const LIMITS = { publish: 1_000_000, other: 1_000 };
const TOPIC = 'devices/pump01/telemetry';

const frameOf = (bytes: Buffer): FrameReader => {
  const frames = new FrameReader();
  frames.push(bytes);
  expect(frames.next(LIMITS)).toBe(true);
  return frames;
};

const encode = (packet: Partial<IPublishPacket>, protocolVersion: 4 | 5): Buffer =>
  generate(
    {
      cmd: 'publish',
      topic: TOPIC,
      payload: '',
      qos: 0,
      dup: false,
      retain: false,
      ...packet,
    } as IPublishPacket,
    { protocolVersion },
  );

const read = (bytes: Buffer, version: 4 | 5) => {
  const frames = frameOf(bytes);
  const packet = readPublish(frames, version === 5);
  return { ...packet, topic: frames.bytes.toString('utf8', packet.topicStart, packet.topicEnd) };
};

const reasonOf = (bytes: Buffer, version: 4 | 5 = 5) => {
  try {
    read(bytes, version);
  } catch (error) {
    return (error as ProtocolFault).reason;
  }
  return null;
};

describe('a PUBLISH', () => {
  it('is parsed as it was written, in both versions, with any properties', () => {
    const properties = fc.record(
      {
        messageExpiryInterval: fc.nat(),
        topicAlias: fc.integer({ min: 1, max: 8 }),
        responseTopic: fc.string(),
        correlationData: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
        contentType: fc.string(),
        userProperties: fc.dictionary(fc.string(), fc.string(), { minKeys: 1 }),
      },
      { requiredKeys: [] },
    );
    const packets = fc.record({
      topic: fc.string({ minLength: 1, maxLength: 200 }),
      payload: fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
      qos: fc.constantFrom(0 as const, 1 as const, 2 as const),
      retain: fc.boolean(),
      messageId: fc.integer({ min: 1, max: 65_535 }),
      properties,
    });
    fc.assert(
      fc.property(packets, fc.constantFrom(4 as const, 5 as const), (packet, version) => {
        const { topic, payload, qos, retain, messageId } = packet;
        expect(read(encode(packet, version), version)).toMatchObject({
          topic: Buffer.from(topic).toString(),
          payload,
          qos,
          isRetained: retain,
          packetId: qos === 0 ? 0 : messageId,
          topicAlias: version === 5 ? (packet.properties.topicAlias ?? 0) : 0,
        });
      }),
    );
  });

  it('is either parsed or refused, with any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), fc.nat(15), fc.boolean(), (body, flags, isMqtt5) => {
        const bytes = Buffer.from([0x30 | flags, body.length, ...body]);
        const frames = frameOf(bytes);
        try {
          const { payload, topicEnd } = readPublish(frames, isMqtt5);
          expect(topicEnd).toBeLessThanOrEqual(frames.end);
          expect(payload.length).toBeLessThanOrEqual(body.length);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolFault);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('is refused if its header is not allowed', () => {
    const withFlags = (flags: number) => {
      const bytes = encode({ qos: 1, messageId: 7 }, 5);
      bytes[0] = 0x30 | flags;
      return bytes;
    };
    expect(reasonOf(withFlags(0b0110))).toBe(REASONS.malformed);
    expect(reasonOf(withFlags(0b1000))).toBe(REASONS.malformed);
    expect(reasonOf(encode({ qos: 1, messageId: 0 }, 4), 4)).toBe(REASONS.protocolError);
  });

  it('is refused if a property is not allowed, unknown or repeated', () => {
    const withProperties = (...properties: number[]) => {
      const body = [0, 1, 0x61, properties.length, ...properties];
      return Buffer.from([0x30, body.length, ...body]);
    };
    expect(reasonOf(withProperties())).toBeNull();
    expect(reasonOf(withProperties(0x0b, 1))).toBe(REASONS.protocolError);
    expect(reasonOf(withProperties(0x7f, 1))).toBe(REASONS.malformed);
    expect(reasonOf(withProperties(0x01, 1, 0x01, 1))).toBe(REASONS.protocolError);
    expect(reasonOf(withProperties(0x23, 0, 0))).toBe(REASONS.topicAliasInvalid);
    expect(reasonOf(withProperties(0x23, 0, 9))).toBe(REASONS.topicAliasInvalid);
    expect(reasonOf(withProperties(0x03, 0, 200))).toBe(REASONS.malformed);
    expect(reasonOf(withProperties(0x23, 0))).toBe(REASONS.malformed);
  });
});
