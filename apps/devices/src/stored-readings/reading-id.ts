/**
 * The id of a stored reading: its device's key, its time, and a mark that distinguishes readings of the same time. The same
 * reading always gets the same id, and a device's range of time is one range of ids.
 */
export const ID_BYTES = 16;
export const TIME_AT = 4;
export const MARK_AT = 10;
/** A mark of 48 bits is a sequence number where its top bit is 0, else a fingerprint. */
export const FINGERPRINT = 2 ** 47;
const MOST_MARK = 2 ** 48 - 1;

export const readingId = (key: number, timestamp: number, mark: number): Buffer => {
  const id = Buffer.allocUnsafe(ID_BYTES);
  id.writeUInt32BE(key, 0);
  id.writeUIntBE(timestamp, TIME_AT, 6);
  id.writeUIntBE(mark, MARK_AT, 6);
  return id;
};

/** The key of a reading's device. */
export const keyOf = (id: Buffer): number => id.readUInt32BE(0);

/** The time of a reading, epoch milliseconds. */
export const timeOf = (id: Buffer): number => id.readUIntBE(TIME_AT, 6);

/** The mark of a reading. */
export const markIn = (id: Buffer): number => id.readUIntBE(MARK_AT, 6);

/** The lowest id of a device's readings from `timestamp` on. */
export const firstIdFrom = (key: number, timestamp: number): Buffer =>
  readingId(key, Math.max(0, timestamp), 0);

/** The highest id of a device's readings up to `timestamp`. */
export const lastIdUpTo = (key: number, timestamp: number): Buffer => readingId(key, timestamp, MOST_MARK);

/** The mark of a sequence number: itself if it fits, else its fingerprint. */
export const markOfSeq = (seq: number): number => {
  if (seq >= 0 && seq < FINGERPRINT) return seq;
  const fingerprint = new Fingerprint();
  fingerprint.addNumber(seq);
  return fingerprint.mark();
};

const doubles = new Float64Array(1);
const words = new Uint32Array(doubles.buffer);

/** Two 32-bit hashes side by side, of numbers and texts in their order. */
export class Fingerprint {
  private one = 0x9e3779b9;
  private other = 0x85ebca6b;

  addNumber(value: number): void {
    doubles[0] = value + 0; // -0 is 0.
    this.addWord(words[0]!);
    this.addWord(words[1]!);
  }

  addText(text: string): void {
    for (let index = 0; index < text.length; index++) this.addWord(text.charCodeAt(index));
    this.addWord(text.length);
  }

  mark(): number {
    const high = (this.one ^ (this.one >>> 16)) & 0x7fff;
    const low = (Math.imul(this.other ^ (this.other >>> 15), 0xc2b2ae35) ^ this.one) >>> 0;
    return FINGERPRINT + high * 2 ** 32 + low;
  }

  private addWord(word: number): void {
    this.one = Math.imul(this.one ^ word, 0x01000193);
    this.one ^= this.one >>> 13;
    this.other = Math.imul((this.other << 13) | (this.other >>> 19), 5) + 0xe6546b64;
    this.other = Math.imul(this.other ^ word, 0xcc9e2d51);
    this.other ^= this.other >>> 16;
  }
}
