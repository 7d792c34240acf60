import { memo, useMemo, useRef, useState } from 'react';
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatValue } from '../../texts/numbers.ts';
import { dayOfMonth, timeOfDay } from '../../texts/time.ts';
import { useText } from '../../texts/use-text.ts';
import {
  breathe,
  extentOf,
  lineWidth,
  ticksAreDays,
  timeTicks,
  valueTicks,
  withSetPoints,
  type Span,
} from './axes.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { thin, withGaps, type Point } from './points.ts';
import styles from './device-chart.module.css';

/** More can't be told apart on a screen, and SVG is slow. */
const MOST_DRAWN = 900;
const LEAST_ZOOM_MS = 60_000;
/** Rain stays in the lower third, below the line it may explain. */
const RAIN_HEADROOM = (most: number) => Math.max(most, 1) * 3;

export interface SetPoint {
  value: number;
  label: string;
}

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

const at = ({ activeLabel }: { activeLabel?: string | number | undefined }) =>
  activeLabel === undefined ? null : Number(activeLabel);

/** A stretch of time taken with the pointer. */
const useDrag = (onZoom: (span: Span) => void) => {
  const [drag, setDrag] = useState<Span | null>(null);
  return {
    drag,
    onMouseDown: (state: { activeLabel?: string | number | undefined }) => {
      const time = at(state);
      if (time !== null) setDrag([time, time]);
    },
    onMouseMove: (state: { activeLabel?: string | number | undefined }) => {
      const time = at(state);
      if (drag !== null && time !== null) setDrag([drag[0], time]);
    },
    onMouseUp: () => {
      if (drag === null) return;
      const [from, to] = [Math.min(...drag), Math.max(...drag)];
      setDrag(null);
      if (to - from >= LEAST_ZOOM_MS) onZoom([from, to]);
    },
    onMouseLeave: () => setDrag(null),
  };
};

const RAIN_PX = 4;

/** As wide as can be seen: readings that come closely would make it a hair. */
const RainBar = ({
  x = 0,
  y = 0,
  width = 0,
  height = 0,
}: Partial<Record<'x' | 'y' | 'width' | 'height', number>>) => (
  <rect
    x={x + (width - RAIN_PX) / 2}
    y={y}
    width={RAIN_PX}
    height={Math.max(height, 0)}
    fill="var(--chart-rain)"
  />
);

/** The documents' 'Device Data': the line, its band from minimum to maximum, its average, and the set points. */
export const DeviceChart = memo(({ points, spacing, axis, setPoints, withRain, unit, onZoom }: Props) => {
  const text = useText();
  const { drag, ...pointer } = useDrag(onZoom);
  const lastSpan = useRef<{ axis: Span; span: Span } | null>(null);

  const drawn = useMemo(
    () =>
      thin(withGaps(points, spacing), MOST_DRAWN).map((point) => ({
        ...point,
        band: point.minimum === null || point.maximum === null ? null : [point.minimum, point.maximum],
      })),
    [points, spacing],
  );
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
  const ticks = useMemo(() => timeTicks(axis, 8), [axis]);
  const areDays = ticksAreDays(ticks);
  const shownSetPoints = setPoints.filter(({ value }) => value >= span[0] && value <= span[1]);

  return (
    <div className={styles.chart} role="img" aria-label={text('chart.label')}>
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart data={drawn} margin={{ top: 8, right: 24, bottom: 0, left: 0 }} {...pointer}>
          <CartesianGrid stroke="var(--chart-grid)" vertical={false} />
          <XAxis
            dataKey="time"
            type="number"
            scale="time"
            domain={axis}
            ticks={ticks}
            allowDataOverflow
            tickFormatter={areDays ? dayOfMonth : timeOfDay}
            tickLine={false}
            axisLine={{ stroke: 'var(--border-strong)' }}
            minTickGap={24}
            height={28}
          />
          <YAxis
            domain={span}
            ticks={valueTicks(span)}
            allowDataOverflow
            tickFormatter={formatValue}
            tickLine={false}
            axisLine={false}
            width={52}
            label={{ value: unit, position: 'insideTopLeft', offset: 0, className: styles.unit }}
          />
          {withRain && <YAxis yAxisId="rain" orientation="right" domain={[0, RAIN_HEADROOM]} hide />}
          <Tooltip
            content={<ChartTooltip unit={unit} />}
            isAnimationActive={false}
            cursor={{ stroke: 'var(--text-faint)', strokeDasharray: '3 3' }}
          />
          <Area
            dataKey="band"
            stroke="none"
            fill="var(--chart-band)"
            fillOpacity={1}
            isAnimationActive={false}
            activeDot={false}
            connectNulls={false}
          />
          {withRain && <Bar yAxisId="rain" dataKey="rain" shape={<RainBar />} isAnimationActive={false} />}
          {shownSetPoints.map(({ value, label }) => (
            <ReferenceLine
              key={label}
              y={value}
              stroke="var(--chart-set-point)"
              strokeDasharray="2 4"
              strokeWidth={1.5}
              label={{ value: label, position: 'insideBottomLeft', className: styles.setPoint }}
            />
          ))}
          <Line
            dataKey="average"
            stroke="var(--chart-average)"
            strokeWidth={1.5}
            strokeDasharray="6 4"
            dot={false}
            activeDot={false}
            isAnimationActive={false}
            connectNulls={false}
          />
          <Line
            dataKey="current"
            stroke="var(--chart-line)"
            strokeWidth={lineWidth(points.length)}
            strokeLinejoin="round"
            dot={false}
            activeDot={{ r: 4, stroke: 'var(--surface)', strokeWidth: 2, fill: 'var(--chart-line)' }}
            isAnimationActive={false}
            connectNulls={false}
          />
          {drag && (
            <ReferenceArea x1={drag[0]} x2={drag[1]} fill="var(--accent)" fillOpacity={0.12} stroke="none" />
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
});
