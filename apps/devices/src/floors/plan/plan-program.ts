import { setPriority } from 'node:os';
import { NoPlan, type Plan } from './plan.ts';
import { planIn } from './plan-file.ts';

/**
 * A process that reads one image and ends. A malicious image may exhaust memory or time: then this process dies, not the one that
 * takes readings in.
 */
export interface PlanQuestion {
  content: Uint8Array;
}
export type PlanAnswer = { plan: Plan } | { refusal: string };

/** An honest image of 40 megapixels takes up to this if it is interlaced or progressive. */
const MOST_MEMORY_BYTES = 512 * 1_048_576;
const CHECK_EVERY_MS = 10;
/** Gives this process a third of the CPU time of each other process that competes for it. */
const NICENESS = 5;

process.title = 'telemon-devices-plan';
// Taking readings in and answering calls come first.
setPriority(NICENESS);
// Pixels lie outside the heap of V8, whose limit doesn't cover them.
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_MEMORY_BYTES) process.kill(process.pid, 'SIGKILL');
}, CHECK_EVERY_MS).unref();

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
