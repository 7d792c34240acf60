import type { Raster } from '../files/raster/raster.ts';

/** A device's image as it is stored, and its thumbnail. */
export interface ReadImage {
  image: Raster;
  thumbnail: Raster;
}

/** Why a payload is no image, as a sentence of the log. Contains nothing of the payload. */
export class NoImage extends Error {}
