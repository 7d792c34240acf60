import type { PackedJson } from '@telemon/platform/messaging/packed-json';
import { crc32 } from 'node:zlib';

/** A gzip header: magic number, deflate, no name, no time, no system. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const ZEROS = Buffer.alloc(65_536);

/** A gzip file of packed JSON with a short text before and after it, made without compressing again. */
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

/** A deflate block that stores at most 65,535 bytes uncompressed. */
const storedBlock = (bytes: Buffer, isLast: 0 | 1): Buffer => {
  const head = Buffer.from([isLast, 0, 0, 0, 0]);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
};

/**
 * The CRC-32 of two parts, from the CRC-32 of each. The first part's contribution depends only on the length of the second,
 * so it is computed with zeros in place of the second.
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
