import { setPriority } from 'node:os';

const CHECK_EVERY_MS = 10;
/** Gives this process a third of the CPU time of each other process that competes for it. */
const NICENESS = 5;

/** The limits of a process. */
interface MostOf {
  memoryBytes: number;
  /** Processor time of all its threads, ms; it does not depend on the load of the machine. */
  cpuMs?: number;
}

/** A question about a file's content. */
export interface RasterQuestion {
  content: Uint8Array;
}

/** The processor time that this process has used, ms. */
export const cpuUsedMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * Makes this process read one image, answer and end. A malicious image may exhaust memory or time: then this process dies, not the
 * one that takes readings in.
 */
export const readOne = <Answer>(
  title: string,
  { memoryBytes, cpuMs = Infinity }: MostOf,
  answerTo: (content: Buffer) => Promise<Answer>,
): void => {
  process.title = title;
  // Taking readings in and answering calls come first.
  setPriority(NICENESS);
  // Pixels lie outside the heap of V8, whose limit doesn't cover them.
  setInterval(() => {
    const isBeyond = process.memoryUsage.rss() > memoryBytes || cpuUsedMs() > cpuMs;
    if (isBeyond) process.kill(process.pid, 'SIGKILL');
  }, CHECK_EVERY_MS).unref();

  process.once('message', ({ content }: RasterQuestion) => {
    const { buffer, byteOffset, byteLength } = content;
    void answerTo(Buffer.from(buffer, byteOffset, byteLength)).then((answer) =>
      process.send!(answer, () => process.disconnect()),
    );
  });
};
