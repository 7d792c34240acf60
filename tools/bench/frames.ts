import type { Page } from 'playwright-core';
import { atLeast } from './goals.ts';
import { ms } from './tables.ts';

/** Frame rate while something moves. */
export interface Motion {
  readonly framesPerSecond: number;
  /** Between two frames, ms. */
  readonly longestFrameMs: number;
}

/** The frame rate, with the longest time between two frames in brackets. */
export const shownMotion = ({ framesPerSecond, longestFrameMs }: Motion): string =>
  `${framesPerSecond.toFixed(0)} (${ms(longestFrameMs)} ms)`;

export const perSecond = (value: number): string => `${value.toFixed(0)} frames/s`;

/** The goal of smooth motion: at 60 frames/s, a frame is slightly late now and then. */
export const SIXTY_PER_SECOND = ['60 frames/s', atLeast(59)] as const;

/** Counts the frames that the page draws during `move`. */
export async function whileMoving(page: Page, seconds: number, move: () => Promise<void>): Promise<Motion> {
  const counted = page.evaluate(
    (lastsMs) =>
      new Promise<{ frames: number; elapsedMs: number; longestMs: number }>((resolve) => {
        const from = performance.now();
        let [frames, before, longestMs] = [0, from, 0];
        const count = (at: number) => {
          frames++;
          longestMs = Math.max(longestMs, at - before);
          before = at;
          if (at - from < lastsMs) requestAnimationFrame(count);
          else resolve({ frames, elapsedMs: at - from, longestMs });
        };
        requestAnimationFrame(count);
      }),
    seconds * 1_000,
  );
  await move();
  const { frames, elapsedMs, longestMs } = await counted;
  return { framesPerSecond: (frames * 1_000) / elapsedMs, longestFrameMs: longestMs };
}
