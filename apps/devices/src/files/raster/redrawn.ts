import sharp from 'sharp';
import { mendedJpeg } from './mended-jpeg.ts';
import { pixelsOfPng } from './png-pixels.ts';
import { MOST_BYTES, MOST_PIXELS, type Raster, UnreadableRaster } from './raster.ts';

const JPEG_QUALITY = 90;
/** Programs write a progressive JPEG in a dozen passes; each costs a run over all pixels, even if it has only a few bytes. */
const MOST_PASSES = 100;
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

sharp.cache(false);
sharp.concurrency(1);

/**
 * Encodes an image anew from its pixels alone, upright and without metadata.
 * @throws UnreadableRaster if it is damaged or too large.
 */
export const redrawn = async (content: Buffer): Promise<Raster> => {
  const isPng = content.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
  if (!isPng) refusePasses(content);
  const image = sharp(isPng ? pixelsOfPng(content) : mendedJpeg(content), {
    limitInputPixels: MOST_PIXELS,
    failOn: 'warning',
    sequentialRead: true,
  });
  const { width, height, isPalette } = await image.metadata().catch(refuse);
  if (width * height > MOST_PIXELS) throw new UnreadableRaster('too-many-pixels');
  const upright = image.autoOrient();
  // Optimised coding saves a tenth of the bytes, but needs all of the image in memory at once.
  const asJpeg = { quality: JPEG_QUALITY, optimiseCoding: false };
  const encoded = isPng ? upright.png({ palette: isPalette }) : upright.jpeg(asJpeg);
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true }).catch(refuse);
  if (data.length > MOST_BYTES) throw new UnreadableRaster('too-large');
  const kind = isPng
    ? ({ contentType: 'image/png', extension: 'png' } as const)
    : ({ contentType: 'image/jpeg', extension: 'jpg' } as const);
  return { bytes: data, ...kind, width: info.width, height: info.height };
};

const PASS = Buffer.from('ffda', 'hex');

const refusePasses = (content: Buffer): void => {
  let passes = 0;
  for (let at = content.indexOf(PASS); at >= 0; at = content.indexOf(PASS, at + PASS.length)) passes++;
  if (passes > MOST_PASSES) throw new UnreadableRaster('too-many-passes');
};

const refuse = (error: Error): never => {
  throw new UnreadableRaster(/pixel limit/i.test(error.message) ? 'too-many-pixels' : 'damaged');
};

/** Longest sides of a thumbnail, pixels: twice the size on a page, for dense screens. */
const THUMBNAIL = { width: 320, height: 240 };
const THUMBNAIL_QUALITY = 75;

/** A small JPEG of a picture that was encoded anew. */
export const thumbnailOf = async ({ bytes }: Raster): Promise<Raster> => {
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true })
    .resize({ ...THUMBNAIL, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: THUMBNAIL_QUALITY })
    .toBuffer({ resolveWithObject: true });
  return {
    bytes: data,
    contentType: 'image/jpeg',
    extension: 'jpg',
    width: info.width,
    height: info.height,
  };
};
