import { fileTypeFromBuffer } from 'file-type';
import { MOST_BYTES, MOST_PIXELS, type RasterFault, UnreadableRaster } from '../files/raster/raster.ts';
import { NoImage, OF_ANOTHER_KIND, type ReadImage } from './read-image.ts';

const TYPES: readonly (string | undefined)[] = ['image/png', 'image/apng', 'image/jpeg'];

const REASONS: Record<RasterFault, string> = {
  damaged: 'the image is damaged or cut off',
  'too-many-pixels': `the image has more than ${MOST_PIXELS / 1_000_000} megapixels`,
  'too-many-passes': 'the image comes in more passes than can be read',
  'too-large': `the image is larger than ${MOST_BYTES / 1_048_576} MB once it is unpacked`,
};

/** The image in a payload, encoded anew, with its thumbnail. @throws NoImage if there is none that can be read. */
export const imageIn = async (payload: Buffer): Promise<ReadImage> => {
  const type = await fileTypeFromBuffer(payload).catch(() => undefined);
  if (!TYPES.includes(type?.mime)) throw new NoImage(OF_ANOTHER_KIND);
  const { redrawn, thumbnailOf } = await import('../files/raster/redrawn.ts');
  try {
    const image = await redrawn(payload);
    return { image, thumbnail: await thumbnailOf(image) };
  } catch (error) {
    throw error instanceof UnreadableRaster ? new NoImage(REASONS[error.fault]) : error;
  }
};
