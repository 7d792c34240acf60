import type { Raster } from '../files/raster/raster.ts';

/** A device's image as it is stored, and its thumbnail. */
export interface ReadImage {
  image: Raster;
  thumbnail: Raster;
}

const SIGNATURES = [Buffer.from('ffd8ff', 'hex'), Buffer.from('89504e470d0a1a0a', 'hex')];

/** Whether a payload begins as a JPEG or a PNG does, which no process of its own is needed to tell. */
export const beginsAsImage = (payload: Buffer): boolean =>
  SIGNATURES.some((signature) => payload.subarray(0, signature.length).equals(signature));

export const OF_ANOTHER_KIND = 'it is neither a JPEG nor a PNG';

/** An image was not read in time, which may be the fault of the image or of a busy machine. */
export class NotReadInTime extends Error {}

/** Why a payload is no image, as a sentence of the log. Contains nothing of the payload. */
export class NoImage extends Error {}
