import { memo, useCallback, useMemo, useRef } from 'react';
import {
  breathe,
  lineWidth,
  ticksAreDays,
  ticksThatFit,
  timeTicks,
  valueTicks,
  withSetPoints,
  type Span,
} from '../../chart/axes.ts';
import { bandPath, linePath } from '../../chart/paths.ts';
import { Plot, labelled, type Scale } from '../../chart/plot.tsx';
import { dayOfMonth, timeOfDay } from '../../texts/time.ts';
import { useText } from '../../texts/use-text.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { extentOf, thin, withGaps, type Point } from './points.ts';
import { RAIN_BAR_PX, rainBars } from './rain.ts';
import styles from './chart-panel.module.css';

/** More can't be told apart on a screen, and SVG is slow. */
const MOST_DRAWN = 900;
const LEAST_ZOOM_MS = 60_000;
/** Rain stays in the lower third, below the line that it may explain. */
const RAIN_SHARE = 1 / 3;

export interface SetPoint {
  value: number;
  label: string;
}

const timeLabels = (axis: Span) => (px: number) => {
  const times = timeTicks(axis, ticksThatFit(px));
  return labelled(times, ticksAreDays(times) ? dayOfMonth : timeOfDay);
};

/** The bars of rain, each as wide as can be seen. */
const Rain = ({ points, axis, scale }: { points: Point[]; axis: Span; scale: Scale }) => {
  const bars = rainBars(points, axis, scale.width);
  const most = Math.max(1, ...bars.map((bar) => bar ?? 0));
  return bars.map((bar, index) => {
    const high = ((bar ?? 0) / most) * scale.height * RAIN_SHARE;
    const place = { x: scale.x(points[index]!.time) - RAIN_BAR_PX / 2, y: scale.height - high };
    return (
      bar !== null && (
        <rect
          key={points[index]!.time}
          {...place}
          width={RAIN_BAR_PX}
          height={high}
          className={styles.rain}
        />
      )
    );
  });
};

interface Props {
  points: Point[];
  /** The usual distance between points. */
  spacing: number;
  axis: Span;
  setPoints: readonly SetPoint[];
  withRain: boolean;
  unit: string;
  onZoom: (span: Span) => void;
}

/** The documents' 'Device Data': the line, its band from minimum to maximum, its average, and the set points. */
export const DeviceChart = memo(({ points, spacing, axis, setPoints, withRain, unit, onZoom }: Props) => {
  const text = useText();
  const lastSpan = useRef<{ axis: Span; span: Span } | null>(null);
  const span = useMemo(() => {
    const extent = withSetPoints(
      extentOf(points) ?? [0, 1],
      setPoints.map(({ value }) => value),
    );
    const before = lastSpan.current?.axis[0] === axis[0] ? lastSpan.current.span : null;
    const next = breathe(before, extent);
    lastSpan.current = { axis, span: next };
    return next;
  }, [points, setPoints, axis]);
  const yTicks = useMemo(() => labelled(valueTicks(span)), [span]);
  const drawn = useMemo(() => thin(withGaps(points, spacing), MOST_DRAWN), [points, spacing]);
  const drawing = useCallback(
    (scale: Scale) => {
      const { x, y, width } = scale;
      const yOf = (value: number | null) => (value === null ? null : y(value));
      const line = (series: 'current' | 'average') =>
        linePath(drawn.map((point) => [x(point.time), yOf(point[series])]));
      return (
        <>
          <path
            d={bandPath(drawn.map(({ time, minimum, maximum }) => [x(time), yOf(minimum), yOf(maximum)]))}
            className={styles.band}
          />
          {withRain && <Rain points={drawn} axis={axis} scale={scale} />}
          {setPoints
            .filter(({ value }) => value >= span[0] && value <= span[1])
            .map(({ value, label }) => (
              <g key={label} className={styles.setPoint}>
                <path d={`M0 ${y(value)}h${width}`} />
                <text x={5} y={y(value) - 6}>
                  {label}
                </text>
              </g>
            ))}
          <path d={line('average')} className={styles.average} />
          <path d={line('current')} className={styles.current} strokeWidth={lineWidth(points.length)} />
        </>
      );
    },
    [drawn, withRain, axis, setPoints, span, points.length],
  );
  return (
    <Plot
      label={text('chart.label')}
      x={axis}
      y={span}
      xTicks={timeLabels(axis)}
      yTicks={yTicks}
      yName={unit}
      points={useMemo(() => drawn.map(({ time, current }) => ({ x: time, y: current })), [drawn])}
      tip={(index) => <ChartTooltip unit={unit} point={drawn[index]!} />}
      onSpan={([from, to]) => to - from >= LEAST_ZOOM_MS && onZoom([from, to])}
    >
      {drawing}
    </Plot>
  );
});
