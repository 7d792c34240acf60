import type { PackedJson } from '@telemon/platform/messaging/packed-json';
import { crc32 } from 'node:zlib';

/** Of a gzip file: its mark, deflate, no name, no time, no system. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const ZEROS = Buffer.alloc(65_536);

/** A gzip file of what is packed with a little before and behind it, made without compressing anything again. */
export const gzipAround = (
  before: Buffer,
  { deflated, length, checksum }: PackedJson,
  after: Buffer,
): Buffer => {
  const tail = Buffer.alloc(8);
  const start = crcOfBoth(crc32(before), checksum, length);
  tail.writeUInt32LE(crcOfBoth(start, crc32(after), after.length), 0);
  tail.writeUInt32LE((before.length + length + after.length) % 2 ** 32, 4);
  return Buffer.concat([HEAD, storedBlock(before, 0), deflated, storedBlock(after, 1), tail]);
};

/** A deflate block that holds at most 65,535 bytes as they are. */
const storedBlock = (bytes: Buffer, isLast: 0 | 1): Buffer => {
  const head = Buffer.from([isLast, 0, 0, 0, 0]);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
};

/**
 * The CRC-32 of two parts from those of each. What the first adds to the second's is the same whatever stands in the second,
 * so it is found with zeros in its place.
 */
const crcOfBoth = (first: number, second: number, lengthOfSecond: number): number =>
  (crcAfterZeros(first, lengthOfSecond) ^ crcAfterZeros(0, lengthOfSecond) ^ second) >>> 0;

const crcAfterZeros = (crc: number, count: number): number => {
  let after = crc;
  for (let left = count; left > 0; left -= ZEROS.length) {
    after = crc32(left < ZEROS.length ? ZEROS.subarray(0, left) : ZEROS, after);
  }
  return after;
};
