import { useMemo } from 'react';
import type { Span } from '../../chart/axes.ts';
import type { Curve } from './curve.ts';
import { thin, withGaps } from './points.ts';
import { rainBars } from './rain.ts';

/** A screen can't show more points apart, and SVG is slow; during a pan or zoom even fewer are drawn. */
const MOST_DRAWN = 900;
const MOST_MOVING = 240;

interface Shown {
  /** The chosen sensor's curve, then those of further sensors. */
  curves: readonly Curve[];
  span: Span;
  timeAxisPx: number;
  withRain: boolean;
  /** During a pan or zoom. */
  isMoving: boolean;
}

/** The points that a chart draws: few enough, with the chosen sensor's band and rain bars. */
export const useDrawnPoints = ({ curves, span, timeAxisPx, withRain, isMoving }: Shown) => {
  const [chosen, ...others] = curves as [Curve, ...Curve[]];
  const most = isMoving ? MOST_MOVING : MOST_DRAWN;
  const thinned = useMemo(() => thin(withGaps(chosen.points), most), [chosen, most]);
  const bars = useMemo(
    () => (withRain ? rainBars(thinned, span, timeAxisPx) : null),
    [withRain, thinned, span, timeAxisPx],
  );
  const ofChosen = useMemo(
    () =>
      thinned.map((point, index) => ({
        ...point,
        band: point.minimum === null || point.maximum === null ? null : [point.minimum, point.maximum],
        rainBar: bars?.[index] ?? null,
      })),
    [thinned, bars],
  );
  const ofOthers = useMemo(() => others.map(({ points }) => thin(withGaps(points), most)), [curves, most]);
  return { ofChosen, ofOthers };
};
