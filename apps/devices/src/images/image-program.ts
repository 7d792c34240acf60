import { cpuUsedMs, readOne } from '../files/raster/raster-process.ts';
import { imageIn } from './image-payload.ts';
import { NoImage, type ReadImage } from './read-image.ts';

/** The image, or why there is none, and what it took of a processor, ms. */
export type ImageAnswer = ({ read: ReadImage } | { refusal: string }) & { cpuMs: number };

/** Less than a plan may take: an honest image of 2 MB has fewer pixels, or has them in order. */
const MOST_MEMORY_BYTES = 320 * 1_048_576;
/** Longer than any honest image takes. */
const MOST_CPU_MS = 10_000;
const MOST = { memoryBytes: MOST_MEMORY_BYTES, cpuMs: MOST_CPU_MS };

readOne('telemon-devices-image', MOST, async (payload): Promise<ImageAnswer> => {
  try {
    return { read: await imageIn(payload), cpuMs: cpuUsedMs() };
  } catch (error) {
    if (error instanceof NoImage) return { refusal: error.message, cpuMs: cpuUsedMs() };
    throw error;
  }
});
