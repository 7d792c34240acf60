import { setPriority } from 'node:os';
import { NoPlan, type Plan } from './plan.ts';
import { planIn } from './plan-file.ts';

/**
 * A process that reads one image and ends. What it is given may be made to take all memory or all time there is: then it
 * is this process that ends, not the one that takes readings in.
 */
export interface PlanQuestion {
  content: Uint8Array;
}
export type PlanAnswer = { plan: Plan } | { refusal: string };

/** An honest image of 40 megapixels takes up to this where its pixels don't come in their order. */
const MOST_MEMORY_BYTES = 512 * 1_048_576;
const LOOK_EVERY_MS = 10;
/** A third of the processor's time of each of the others that want it. */
const NICENESS = 5;

process.title = 'telemon-devices-plan';
// Whatever takes readings in or answers somebody comes first.
setPriority(NICENESS);
// Pixels are no objects of Node's: no limit of its own holds for them.
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_MEMORY_BYTES) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS).unref();

process.once('message', ({ content }: PlanQuestion) => {
  const { buffer, byteOffset, byteLength } = content;
  void answerTo(Buffer.from(buffer, byteOffset, byteLength)).then((answer) =>
    process.send!(answer, () => process.disconnect()),
  );
});

const answerTo = async (content: Buffer): Promise<PlanAnswer> => {
  try {
    return { plan: await planIn(content) };
  } catch (error) {
    if (error instanceof NoPlan) return { refusal: error.message };
    throw error;
  }
};
