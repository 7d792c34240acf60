import { fileTypeFromBuffer } from 'file-type';
import { type RasterFault, UnreadableRaster } from '../../files/raster/raster.ts';
import { NoPlan, type Plan } from './plan.ts';

/** The plan in a file, whose content decides its type. @throws NoPlan if it is none, or can't be sanitized. */
export const planIn = async (content: Buffer): Promise<Plan> => {
  const type = await fileTypeFromBuffer(content).catch(() => undefined);
  switch (type?.mime) {
    case 'image/png':
    case 'image/apng':
    case 'image/jpeg': {
      const { redrawn } = await import('../../files/raster/redrawn.ts');
      return redrawn(content).catch(refuse);
    }
    case undefined:
    case 'application/xml': {
      if (!/^\uFEFF?\s*</.test(content.toString('utf8', 0, 1_000))) throw noImage('no image');
      const { cleanDrawing } = await import('./drawn-plan.ts');
      return cleanDrawing(content);
    }
    default:
      throw noImage(`of another kind (${type!.ext})`);
  }
};

const REFUSALS: Record<RasterFault, string> = {
  damaged: 'The image is damaged or cut off. Save it anew and choose it again',
  'too-many-pixels': 'The image has more than 40 megapixels. Make it smaller and choose it again',
  'too-many-passes': 'The image comes in more passes than can be read. Save it anew',
  'too-large': 'The image is larger than 20 MB once it is unpacked. Make it smaller, or save it as .jpeg',
};

const refuse = (error: unknown): never => {
  throw error instanceof UnreadableRaster ? new NoPlan(REFUSALS[error.fault]) : error;
};

const noImage = (what: string) =>
  new NoPlan(`The file is ${what}, whatever its name says. Save the plan as .png, .jpeg or .svg`);
