import sharp from 'sharp';
import { NoPlan, type Plan } from './plan.ts';
import { damaged, pixelsOfPng } from './png-pixels.ts';

const MOST_PIXELS = 40_000_000;
/** An encoded image may be larger than the uploaded one; beyond this it isn't stored. */
const MOST_BYTES = 20 * 1_048_576;
const JPEG_QUALITY = 90;
/** Programs write a progressive JPEG in a dozen passes; each costs a run over all pixels, even if it has only a few bytes. */
const MOST_PASSES = 100;
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

sharp.cache(false);
sharp.concurrency(1);

/**
 * Encodes an image anew from its pixels alone, upright and without metadata.
 * @throws NoPlan if it is damaged or too large.
 */
export const redrawn = async (content: Buffer): Promise<Plan> => {
  const isPng = content.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
  if (!isPng) refusePasses(content);
  const image = sharp(isPng ? pixelsOfPng(content) : content, {
    limitInputPixels: MOST_PIXELS,
    failOn: 'warning',
    sequentialRead: true,
  });
  const { width, height, isPalette } = await image.metadata().catch(refuse);
  if (width * height > MOST_PIXELS) throw tooManyPixels();
  const upright = image.autoOrient();
  // Optimised coding saves a tenth of the bytes, but needs all of the image in memory at once.
  const asJpeg = { quality: JPEG_QUALITY, optimiseCoding: false };
  const encoded = isPng ? upright.png({ palette: isPalette }) : upright.jpeg(asJpeg);
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true }).catch(refuse);
  if (data.length > MOST_BYTES) {
    throw new NoPlan(
      'The image is larger than 20 MB once it is unpacked. Make it smaller, or save it as .jpeg',
    );
  }
  const kind = isPng
    ? ({ contentType: 'image/png', extension: 'png' } as const)
    : ({ contentType: 'image/jpeg', extension: 'jpg' } as const);
  return { bytes: data, ...kind, width: info.width, height: info.height };
};

const PASS = Buffer.from('ffda', 'hex');

const refusePasses = (content: Buffer): void => {
  let passes = 0;
  for (let at = content.indexOf(PASS); at >= 0; at = content.indexOf(PASS, at + PASS.length)) passes++;
  if (passes > MOST_PASSES) throw new NoPlan('The image comes in more passes than can be read. Save it anew');
};

const tooManyPixels = () =>
  new NoPlan('The image has more than 40 megapixels. Make it smaller and choose it again');

const refuse = (error: Error): never => {
  throw /pixel limit/i.test(error.message) ? tooManyPixels() : damaged();
};
