import { fileTypeFromBuffer } from 'file-type';
import { NoPlan, type Plan } from './plan.ts';

/** The plan in a file, whose content decides its type. @throws NoPlan if it is none, or can't be sanitized. */
export const planIn = async (content: Buffer): Promise<Plan> => {
  const type = await fileTypeFromBuffer(content).catch(() => undefined);
  switch (type?.mime) {
    case 'image/png':
    case 'image/apng':
    case 'image/jpeg': {
      const { redrawn } = await import('./raster-plan.ts');
      return redrawn(content);
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

const noImage = (what: string) =>
  new NoPlan(`The file is ${what}, whatever its name says. Save the plan as .png, .jpeg or .svg`);
