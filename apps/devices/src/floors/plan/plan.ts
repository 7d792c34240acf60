import { unavailable } from '@telemon/platform/errors';
import { fileTypeFromBuffer } from 'file-type';
import { cleanDrawing } from './drawn-plan.ts';
import { refusedPlan } from './plan.errors.ts';
import { redrawn } from './raster-plan.ts';

/** A floor's plan as it is kept: harmless whoever opens it. */
export interface Plan {
  bytes: Buffer;
  contentType: 'image/png' | 'image/jpeg' | 'image/svg+xml';
  extension: 'png' | 'jpg' | 'svg';
  /** Pixels. */
  width: number;
  height: number;
}

/** As many wait for the one that is read. */
const MOST_WAITING = 8;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Reads one image at a time: each takes a processor and up to some hundred megabytes. */
const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (waiting >= MOST_WAITING) throw unavailable('Too many images are being read right now');
  waiting++;
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    waiting--;
  }
};

/** The plan in a file: by its content, whatever it is called. @throws where it is none, or can't be made harmless. */
export const planIn = async (content: Buffer, fileName: string): Promise<Plan> => {
  if (!/\.(?:png|jpe?g|svg)$/i.test(fileName)) throw wrongType();
  const type = await fileTypeFromBuffer(content).catch(() => undefined);
  if (type?.mime === 'image/png' || type?.mime === 'image/jpeg') {
    const plan = await inTurn(() => redrawn(content));
    return { ...plan, extension: plan.contentType === 'image/png' ? 'png' : 'jpg' };
  }
  const isText = type === undefined || type.mime === 'application/xml';
  if (!isText || !/^\uFEFF?\s*</.test(content.subarray(0, 1_000).toString('utf8'))) throw wrongType();
  const { text, width, height } = await inTurn(() => cleanDrawing(content));
  return { bytes: Buffer.from(text), contentType: 'image/svg+xml', extension: 'svg', width, height };
};

const wrongType = () => refusedPlan('Only .png, .jpeg, .jpg and .svg images can be plans');
