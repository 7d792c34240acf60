import { describe, expect, it } from '@jest/globals';
import { BAD_IMAGES, IMAGES_WITH_MORE } from '@telemon/testing/hostile-images';
import { jpegOf, pngOf, segment } from '@telemon/testing/image-files';
import sharp from 'sharp';
import { imageIn } from './image-payload.ts';
import { NoImage } from './read-image.ts';

const isPicture = ({ contentType }: { contentType: string }) => contentType !== 'image/svg+xml';
const pictures = IMAGES_WITH_MORE.filter(({ kept }) => isPicture(kept));
const drawings = IMAGES_WITH_MORE.filter(({ kept }) => !isPicture(kept));

describe('a payload', () => {
  it.each([...BAD_IMAGES, ...drawings].map(({ name, make }) => [name, make] as const))(
    'is no image: %s',
    async (_, make) => {
      const error = await imageIn(make()).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(NoImage);
      expect((error as Error).message).toMatch(
        /^(it is neither a JPEG nor a PNG|the image (is damaged or cut off|has more than 40 megapixels|comes in more passes than can be read))$/,
      );
    },
  );

  it.each(pictures.map((picture) => [picture.name, picture] as const))(
    'is stored with its picture alone: %s',
    async (_, { make, kept }) => {
      const { image, thumbnail } = await imageIn(make());
      expect(image).toMatchObject(kept);
      for (const { bytes } of [image, thumbnail]) {
        const { exif, icc, xmp, comments } = await sharp(bytes).metadata();
        expect({ exif, icc, xmp, comments }).toEqual({});
        expect(Buffer.from(bytes).includes('script')).toBe(false);
      }
    },
  );
});

describe('a JPEG with a fault that every viewer overlooks', () => {
  const size = { width: 640, height: 480 };
  const wrongScan = jpegOf(size);
  wrongScan.writeUInt16BE(0x0102, wrongScan.indexOf('ffda', 'hex') + 7);

  it.each([
    [
      'bytes between its segments',
      jpegOf({ ...size, before: [segment(0xfe, 'a camera'), Buffer.from('00abff00', 'hex')] }),
    ],
    [
      'a revision of JFIF to come',
      jpegOf({ ...size, before: [segment(0xe0, 'JFIF\0\x09\x01\0\0\x01\0\x01\0\0')] }),
    ],
    ['parameters of another kind of scan', wrongScan],
    ['no end', jpegOf(size).subarray(0, -2)],
    ['something behind its end', Buffer.concat([jpegOf(size), Buffer.alloc(512)])],
  ])('is stored: %s', async (_, payload) => {
    expect((await imageIn(payload)).image).toMatchObject({ contentType: 'image/jpeg', ...size });
  });

  it.each([
    ['pixels are missing before the end', jpegOf({ ...size, blocks: 99 })],
    ['it ends within its pixels', jpegOf(size).subarray(0, -200)],
    ['it ends within its segments', jpegOf(size).subarray(0, 100)],
    ['a pass of it is cut off', jpegOf({ ...size, passes: 3 }).subarray(0, -8)],
  ])('is no image where %s', async (_, payload) => {
    await expect(imageIn(payload)).rejects.toThrow('damaged or cut off');
  });
});

describe('a thumbnail', () => {
  it.each([
    ['a wide JPEG', jpegOf({ width: 1_600, height: 800 }), 320, 160],
    ['a high PNG', pngOf({ width: 800, height: 1_600 }), 120, 240],
    ['a small one as it is', pngOf({ width: 40, height: 30 }), 40, 30],
  ])('is a JPEG of at most 320 × 240: %s', async (_, payload, width, height) => {
    const { thumbnail } = await imageIn(payload);
    expect(thumbnail).toMatchObject({ contentType: 'image/jpeg', extension: 'jpg', width, height });
    expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({ format: 'jpeg', width, height });
  });

  it('is white where the image is transparent', async () => {
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const { thumbnail } = await imageIn(clear);
    const { dominant } = await sharp(thumbnail.bytes).stats();
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
  });
});
