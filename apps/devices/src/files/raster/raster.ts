/** A picture of pixels as it is stored: encoded anew, upright, without metadata. */
export interface Raster {
  bytes: Uint8Array;
  contentType: 'image/png' | 'image/jpeg';
  extension: 'png' | 'jpg';
  /** Pixels. */
  width: number;
  height: number;
}

export const MOST_PIXELS = 40_000_000;
/** An encoded picture may be larger than the file that it came in; beyond this it isn't stored. */
export const MOST_BYTES: number = 20 * 1_048_576;

export type RasterFault = 'damaged' | 'too-many-pixels' | 'too-many-passes' | 'too-large';

/** A file that is a JPEG or a PNG, but can't be read. */
export class UnreadableRaster extends Error {
  readonly fault: RasterFault;

  constructor(fault: RasterFault) {
    super(fault);
    this.fault = fault;
  }
}
