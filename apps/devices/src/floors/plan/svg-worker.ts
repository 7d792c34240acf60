import { parentPort, workerData } from 'node:worker_threads';
import { NoPlan, cleanSvg } from './clean-svg.ts';

/** What the worker answers: the clean drawing, or why there is none. */
export type SvgOutcome = ReturnType<typeof cleanSvg> | { reason: string };

const outcomeOf = (source: string): SvgOutcome => {
  try {
    return cleanSvg(source);
  } catch (error) {
    if (error instanceof NoPlan) return { reason: error.message };
    // Whatever the reader stumbles over, it is in the drawing.
    return { reason: 'The drawing can not be read' };
  }
};

parentPort!.postMessage(outcomeOf(workerData as string));
