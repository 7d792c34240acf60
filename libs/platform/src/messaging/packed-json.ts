import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib';

/** On lists of JSON, level 2 takes a quarter of the default's time and gives a seventh more bytes. */
const LEVEL = 2;

const deflate = promisify<Buffer, { level: number; finishFlush: number }, Buffer>(deflateRaw);
const inflate = promisify<Buffer, { finishFlush: number }, Buffer>(inflateRaw);

/**
 * JSON that is compressed once, where it is made, and passed on as it is. It ends at a whole byte and is left open, so that
 * something can be put before and behind it without taking it apart.
 */
export class PackedJson {
  /**
   * @param deflated Deflate blocks, none of which is the last.
   * @param length What they come to, bytes.
   * @param checksum CRC-32 of that.
   */
  constructor(
    readonly deflated: Buffer,
    readonly length: number,
    readonly checksum: number,
  ) {}

  /** Packs JSON in UTF-8, on another thread. */
  static async of(json: Buffer): Promise<PackedJson> {
    const deflated = await deflate(json, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH });
    return new PackedJson(deflated, json.length, crc32(json));
  }

  /** The JSON itself, in UTF-8. */
  unpack(): Promise<Buffer> {
    return inflate(this.deflated, { finishFlush: constants.Z_SYNC_FLUSH });
  }
}
