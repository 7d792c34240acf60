import sharp from 'sharp';
import { refusedPlan } from './plan.errors.ts';

const MOST_PIXELS = 40_000_000;
/** An image made anew may be larger than what came; beyond this it isn't kept. */
const MOST_BYTES = 20 * 1_048_576;
const JPEG_QUALITY = 90;

// One image at a time is read; its neighbours are not kept for anybody.
sharp.cache(false);
sharp.concurrency(1);

interface RasterPlan {
  bytes: Buffer;
  contentType: 'image/png' | 'image/jpeg';
  /** Pixels. */
  width: number;
  height: number;
}

/**
 * An image made anew from its pixels, the way up that its camera says: nothing else that came with it is kept.
 * @throws where it can't be read whole, or is too large.
 */
export const redrawn = async (content: Buffer): Promise<RasterPlan> => {
  const image = sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'warning', sequentialRead: true });
  const { format, width, height, isPalette } = await image.metadata().catch(refuseTooLarge);
  if (width * height > MOST_PIXELS) throw tooLarge();
  const isJpeg = format === 'jpeg';
  const upright = image.autoOrient();
  const encoded = isJpeg ? upright.jpeg({ quality: JPEG_QUALITY }) : upright.png({ palette: isPalette });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true }).catch(refuseTooLarge);
  if (data.length > MOST_BYTES) throw refusedPlan('The image is too large once it is unpacked');
  const contentType = isJpeg ? 'image/jpeg' : 'image/png';
  return { bytes: data, contentType, width: info.width, height: info.height };
};

const tooLarge = () => refusedPlan('The image has more than 40 megapixels');

const refuseTooLarge = (error: Error): never => {
  throw /pixel limit/i.test(error.message) ? tooLarge() : refusedPlan('The image can not be read');
};
