import type { Raster } from '../../files/raster/raster.ts';

/** A floor's plan as it is stored, sanitized. */
export type Plan =
  Raster | (Pick<Raster, 'bytes' | 'width' | 'height'> & { contentType: 'image/svg+xml'; extension: 'svg' });

/** Why a file can't be a plan, with advice, in sentences. Contains nothing of the file's content. */
export class NoPlan extends Error {}
