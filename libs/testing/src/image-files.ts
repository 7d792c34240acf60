import { constants, crc32, deflateRawSync } from 'node:zlib';

const MB = 1_048_576;
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** `length` zeros, compressed as zlib does, to about a thousandth of their size and without having them in memory. */
export const packedZeros = (length: number): Buffer => {
  const packed = (bytes: number) =>
    deflateRawSync(Buffer.alloc(bytes), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const megabyte = packed(MB);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE((((length % 65_521) << 16) | 1) >>> 0);
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array<Buffer>(Math.floor(length / MB)).fill(megabyte),
    packed(length % MB),
    // The last block, which is empty.
    Buffer.from([3, 0]),
    checksum,
  ]);
};

/** A chunk of a PNG. */
export const chunk = (name: string, content: Buffer | string = ''): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), Buffer.from(content)]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(body.length - 4, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
};

interface PngShape {
  width: number;
  height: number;
  /** Bits per channel. */
  bits?: 1 | 8 | 16;
  /** 0: grey, 2: RGB, 3: palette, 6: RGBA. */
  colour?: 0 | 2 | 3 | 6;
  isInterlaced?: boolean;
  /** Chunks between the header and the pixels. */
  before?: readonly Buffer[];
  /** The compressed pixels; by default all are 0. */
  pixels?: Buffer;
  /** The chunks after the pixels, IEND included. */
  after?: readonly Buffer[];
}

/** The seven passes of an interlaced PNG: first column and row, and steps between columns and rows. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A PNG of this shape, black all over. */
export const pngOf = ({
  width,
  height,
  bits = 8,
  colour = 2,
  isInterlaced = false,
  before = [],
  pixels,
  after = [chunk('IEND')],
}: PngShape): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  const channels = { 0: 1, 2: 3, 3: 1, 6: 4 }[colour];
  const bytesOf = (columns: number, rows: number) =>
    columns > 0 && rows > 0 ? rows * (1 + Math.ceil((columns * channels * bits) / 8)) : 0;
  const unpacked = () =>
    isInterlaced
      ? PASSES.map(([x, y, stepX, stepY]) =>
          bytesOf(Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)),
        ).reduce((sum, bytes) => sum + bytes)
      : bytesOf(width, height);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    ...before,
    chunk('IDAT', pixels ?? packedZeros(unpacked())),
    ...after,
  ]);
};

/** A segment of a JPEG. */
export const segment = (marker: number, content: Buffer | string): Buffer => {
  const body = Buffer.from(content);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};

/** A Huffman table with one code of each length for `symbols`: '0', '10', '110', … */
const codes = (place: number, symbols: readonly number[]): Buffer =>
  segment(
    0xc4,
    Buffer.from([
      place,
      ...Array.from({ length: 16 }, (_, bits) => (bits < symbols.length ? 1 : 0)),
      ...symbols,
    ]),
  );

interface JpegShape {
  width: number;
  height: number;
  /** Segments before the picture. */
  before?: readonly Buffer[];
  /** Number of blocks of 8 × 8 pixels in it; by default all of them. */
  blocks?: number;
  /** Number of passes over all blocks, each of a few bytes; it makes the JPEG progressive. */
  passes?: number;
}

/** A grey JPEG of this shape. */
export const jpegOf = ({ width, height, before = [], blocks, passes }: JpegShape): Buffer => {
  const all = blocks ?? Math.ceil(width / 8) * Math.ceil(height / 8);
  const size = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  size.writeUInt16BE(height, 1);
  size.writeUInt16BE(width, 3);
  const start = (first: number, last: number) => segment(0xda, Buffer.from([1, 1, 0, first, last, 0]));
  const zeros = (bits: number) => Buffer.alloc(Math.ceil(bits / 8));
  const picture =
    passes === undefined
      ? // Per block, no difference to the one before, and its end: two bits.
        [codes(0x00, [0]), codes(0x10, [0]), start(0, 63), zeros(2 * all)]
      : [
          codes(0x00, [0]),
          // The end of 16,384 blocks at once: one bit for the code, fourteen for the length.
          codes(0x10, [0xe0]),
          start(0, 0),
          zeros(all),
          ...Array<Buffer[]>(passes)
            .fill([start(1, 63), zeros(15 * Math.ceil(all / 16_384))])
            .flat(),
        ];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...before,
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(passes === undefined ? 0xc0 : 0xc2, size),
    ...picture,
    Buffer.from([0xff, 0xd9]),
  ]);
};

const ASCII = 2;
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;

/** The Exif data of a picture: its place, its orientation, and a text. */
export const exifOf = ({ orientation, text }: { orientation: number; text: string }): Buffer => {
  const bytes = Buffer.from(`${text}\0`);
  const [textAt, placeAt] = [50, 50 + bytes.length];
  const field = (tag: number, type: number, count: number, value: number) => {
    const row = Buffer.alloc(12);
    row.writeUInt16LE(tag, 0);
    row.writeUInt16LE(type, 2);
    row.writeUInt32LE(count, 4);
    row.writeUInt32LE(value, 8);
    return row;
  };
  const table = (...fields: Buffer[]) => {
    const count = Buffer.alloc(2);
    count.writeUInt16LE(fields.length);
    return Buffer.concat([count, ...fields, Buffer.alloc(4)]);
  };
  const degreesAt = placeAt + 2 + 2 * 12 + 4;
  const degrees = Buffer.alloc(24);
  [45, 1, 45, 1, 54, 1].forEach((value, index) => degrees.writeUInt32LE(value, 4 * index));
  return Buffer.concat([
    Buffer.from('II*\0\x08\0\0\0', 'latin1'),
    table(
      field(0x010e, ASCII, bytes.length, textAt),
      field(0x0112, SHORT, 1, orientation),
      field(0x8825, LONG, 1, placeAt),
    ),
    bytes,
    table(field(1, ASCII, 2, 'N'.charCodeAt(0)), field(2, RATIONAL, 3, degreesAt)),
    degrees,
  ]);
};
