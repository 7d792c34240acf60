import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { generate } from 'mqtt-packet';
import { FrameReader } from './frame-reader.ts';
import { ProtocolFault, REASONS } from './reasons.ts';

const LIMITS = { publish: 300_000, other: 1_000 };

const publish = (payload: Buffer) =>
  generate({ cmd: 'publish', topic: 'devices/pump01/telemetry', payload, qos: 0, dup: false, retain: false });
const PING = generate({ cmd: 'pingreq' });

/** Every packet in a stream of chunks. */
const framesOf = (chunks: Buffer[], reader = new FrameReader()): Buffer[] => {
  const frames: Buffer[] = [];
  for (const chunk of chunks) {
    reader.push(chunk);
    while (reader.next(LIMITS)) {
      frames.push(reader.bytes.subarray(reader.start, reader.end));
      reader.consume();
    }
  }
  return frames;
};

const cut = (bytes: Buffer, at: number[]): Buffer[] => {
  const ends = [...new Set(at.map((index) => index % bytes.length)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
};

describe('a connection’s bytes', () => {
  it('become the same packets however they are split', () => {
    const payloads = fc.array(fc.uint8Array({ maxLength: 400 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(payloads, fc.array(fc.nat(), { maxLength: 40 }), (contents, at) => {
        const packets = contents.map((content) =>
          content.length % 7 === 0 ? PING : publish(Buffer.from(content)),
        );
        expect(framesOf(cut(Buffer.concat(packets), at))).toEqual(packets);
      }),
    );
  });

  it('may arrive one by one', () => {
    const packet = publish(Buffer.alloc(256 * 1024, 'x'));
    const bytes = Array.from({ length: packet.length }, (_, index) => packet.subarray(index, index + 1));
    expect(framesOf(bytes)).toEqual([packet]);
  });

  it('are released once they are read', () => {
    const reader = new FrameReader();
    framesOf([PING.subarray(0, 1), PING.subarray(1)], reader);
    expect(reader.held).toBe(0);
    expect(reader.bytes).toHaveLength(0);
  });

  it('take at most twice their size in memory, for any announced length', () => {
    const reader = new FrameReader();
    const packet = publish(Buffer.alloc(256 * 1024));
    for (let at = 0; at < 10_000; at++) {
      reader.push(packet.subarray(at, at + 1));
      expect(reader.next(LIMITS)).toBe(false);
    }
    expect(reader.bytes.length).toBeLessThanOrEqual(20_000);
  });
});

describe('a fixed header', () => {
  const faultOf = (...bytes: number[]) => {
    try {
      framesOf([Buffer.from(bytes)]);
    } catch (error) {
      return (error as ProtocolFault).reason;
    }
    return null;
  };

  it('is enough to refuse a packet that is too large', () => {
    expect(faultOf(0x30, 0xff, 0xff, 0x7f)).toBe(REASONS.tooLarge);
    expect(faultOf(0x82, 0xe9, 0x07)).toBe(REASONS.tooLarge);
    expect(faultOf(0x82, 0xe8, 0x07)).toBeNull();
  });

  it('is refused with a length of more than four bytes', () => {
    expect(faultOf(0x30, 0x80, 0x80, 0x80, 0x80)).toBe(REASONS.malformed);
    expect(faultOf(0x30, 0x80, 0x80, 0x80)).toBeNull();
  });

  it('is refused for a kind of packet that no device sends', () => {
    for (const kind of [0, 2, 9, 11, 13]) expect(faultOf(kind << 4, 0)).toBe(REASONS.malformed);
  });
});
