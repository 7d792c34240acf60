import { readOne } from '../../files/raster/raster-process.ts';
import { NoPlan, type Plan } from './plan.ts';
import { planIn } from './plan-file.ts';

export type PlanAnswer = { plan: Plan } | { refusal: string };

/** An honest image of 40 megapixels takes up to this if it is interlaced or progressive. */
const MOST_MEMORY_BYTES = 512 * 1_048_576;

readOne('telemon-devices-plan', { memoryBytes: MOST_MEMORY_BYTES }, async (content): Promise<PlanAnswer> => {
  try {
    return { plan: await planIn(content) };
  } catch (error) {
    if (error instanceof NoPlan) return { refusal: error.message };
    throw error;
  }
});
