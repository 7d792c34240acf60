import { Worker } from 'node:worker_threads';
import type { CleanSvg } from './clean-svg.ts';
import { refusedPlan } from './plan.errors.ts';
import type { SvgOutcome } from './svg-worker.ts';

/** Longer than any honest drawing takes, ms. */
const LONGEST_MS = 20_000;
const MOST_MEMORY_MB = 384;
const IN_PLACE_OF_SOURCE = import.meta.url.endsWith('.ts') ? './svg-worker.ts' : './svg-worker.js';

/** UTF-8 with or without a mark, as an XML declaration may say; another encoding could hide what is looked for. */
const textOf = (content: Buffer): string => {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw refusedPlan('The drawing should be in UTF-8');
  }
  const [, encoding = 'utf-8'] = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)["']/i.exec(text) ?? [];
  if (!/^(?:utf-?8|us-ascii)$/i.test(encoding) || text.includes('\0')) {
    throw refusedPlan('The drawing should be in UTF-8');
  }
  return text;
};

/**
 * Cleans a drawing in a thread of its own, with bounds on its memory and time: reading it holds up nobody else.
 * @throws where it can't be a plan.
 */
export const cleanDrawing = async (content: Buffer): Promise<CleanSvg> => {
  const worker = new Worker(new URL(IN_PLACE_OF_SOURCE, import.meta.url), {
    workerData: textOf(content),
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB, maxYoungGenerationSizeMb: 64 },
    execArgv: [],
  });
  const outcome = Promise.withResolvers<SvgOutcome>();
  const tooMuch = () => outcome.resolve({ reason: 'The drawing is too large to be read' });
  const timer = setTimeout(tooMuch, LONGEST_MS);
  worker.once('message', outcome.resolve);
  worker.once('error', tooMuch);
  worker.once('exit', tooMuch);
  try {
    const result = await outcome.promise;
    if ('reason' in result) throw refusedPlan(result.reason);
    return result;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
};
