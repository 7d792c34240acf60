import type { Span } from '../../chart/axes.ts';
import type { Point } from './points.ts';

export const RAIN_BAR_PX = 4;
/** A bar and the gap beside it. */
const STRETCH_PX = 6;

/**
 * The height of each point's rain bar. Bars of dense readings would overlap, so all rain within the width of one bar is summed
 * into one bar, at the point nearest to the middle of that width.
 */
export const rainBars = (
  points: readonly Pick<Point, 'time' | 'rain'>[],
  [from, to]: Span,
  axisPx: number,
): (number | null)[] => {
  const bars: (number | null)[] = points.map(() => null);
  const stretch = (to - from) / Math.max(1, Math.floor(axisPx / STRETCH_PX));
  let place = -Infinity;
  let nearest = -1;
  let fallen = 0;
  for (const [index, { time, rain }] of points.entries()) {
    if (rain === null) continue;
    const own = Math.floor((time - from) / stretch);
    if (own !== place) {
      place = own;
      nearest = index;
      fallen = 0;
    }
    const middle = from + (own + 0.5) * stretch;
    fallen += rain;
    if (Math.abs(time - middle) < Math.abs(points[nearest]!.time - middle)) {
      bars[nearest] = null;
      nearest = index;
    }
    bars[nearest] = fallen;
  }
  return bars;
};
