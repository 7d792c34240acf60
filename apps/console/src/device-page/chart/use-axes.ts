import { useMemo } from 'react';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { ticksAreDays, ticksThatFit, timeTicks, type Span } from '../../chart/axes.ts';
import { dayOfMonth, timeOfDay, timeWithSeconds } from '../../texts/time.ts';
import type { Curve } from './curve.ts';
import type { SetPoint } from './marks.tsx';
import { useScales } from './scales.ts';

/** Space for the unit above the axis, and for half of the last time to the right. */
export const MARGIN = { top: 28, right: 28, bottom: 0, left: 0 };
/** On a phone, the axes of more than one further sensor would take the chart's space. */
const NARROW_PX = 480;
/** Shorter time axes have seconds at their ticks. */
const IN_SECONDS_MS = 8 * MINUTE_MS;

interface Shown {
  curves: readonly Curve[];
  setPoints: readonly SetPoint[];
  /** The visible part of the time axis. */
  span: Span;
  /** The width of the whole chart; 0 before it is measured. */
  width: number;
}

/**
 * The axes of a chart: the value axes in `scales`, the chosen sensor's first, of which the first `axes` are drawn; and the time axis,
 * which has the rest of the width.
 */
export const useAxes = ({ curves, setPoints, span, width }: Shown) => {
  const levels = useMemo(() => setPoints.map(({ value }) => value), [setPoints]);
  const scales = useScales(curves, levels, span[0]);
  const [own, ...beside] = scales as [(typeof scales)[number], ...typeof scales];
  const isNarrow = width > 0 && width < NARROW_PX;
  const shown = isNarrow ? beside.slice(0, 1) : beside;
  const right = MARGIN.right + shown.reduce((sum, { px }) => sum + px, 0);
  const timeAxisPx = Math.max(0, width - own.px - right);
  const times = useMemo(() => timeTicks(span, ticksThatFit(timeAxisPx)), [span, timeAxisPx]);
  const timeLabel = ticksAreDays(times)
    ? dayOfMonth
    : span[1] - span[0] < IN_SECONDS_MS
      ? timeWithSeconds
      : timeOfDay;
  return { scales, own, axes: 1 + shown.length, timeAxisPx, times, timeLabel };
};
