import { memo, useMemo, useRef } from 'react';
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
import {
  breathe,
  labelRoom,
  lineWidth,
  ticksAreDays,
  ticksThatFit,
  timeTicks,
  valueTicks,
  withSetPoints,
  type Span,
} from '../../chart/axes.ts';
import plot from '../../chart/plot.module.css';
import { useWidth } from '../../chart/use-width.ts';
import { tickFormat } from '../../texts/numbers.ts';
import { dayOfMonth, timeOfDay } from '../../texts/time.ts';
import { useText } from '../../texts/use-text.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { extentOf, thin, withGaps, type Point } from './points.ts';
import { RAIN_BAR_PX, rainBars } from './rain.ts';
import { useDrag } from './use-drag.ts';

/** More can't be told apart on a screen, and SVG is slow. */
const MOST_DRAWN = 900;
const FRAME = { flex: 1, minHeight: 340, userSelect: 'none' } as const;
/** Above the axis its unit has room, and right of it half of the last time. */
const MARGIN = { top: 28, right: 28, bottom: 0, left: 0 };
/** Rain stays in the lower third, below the line it may explain. */
const RAIN_HEADROOM = (most: number) => Math.max(most, 1) * 3;

/** A new value makes no movement. */
const STILL = { isAnimationActive: false, activeDot: false, dot: false } as const;

type Box = Partial<Record<'x' | 'y' | 'width' | 'height', number>>;

/** As wide as can be seen: readings that come closely would make it a hair. */
const RainBar = ({ x = 0, y = 0, width = 0, height = 0 }: Box) => (
  <rect
    x={x + (width - RAIN_BAR_PX) / 2}
    y={y}
    width={RAIN_BAR_PX}
    height={Math.max(height, 0)}
    fill="var(--chart-rain)"
  />
);

export interface SetPoint {
  value: number;
  label: string;
}

interface Props {
  points: Point[];
  axis: Span;
  setPoints: readonly SetPoint[];
  withRain: boolean;
  unit: string;
  onZoom: (span: Span) => void;
}

/** The documents' 'Device Data': the line, its band from minimum to maximum, its average, and the set points. */
export const DeviceChart = memo(({ points, axis, setPoints, withRain, unit, onZoom }: Props) => {
  const text = useText();
  const { drag, ...pointer } = useDrag(onZoom);
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
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
  const values = useMemo(() => valueTicks(span), [span]);
  const valueLabel = useMemo(() => tickFormat(values), [values]);
  const valuesPx = labelRoom(values.map(valueLabel));
  const axisPx = Math.max(0, width - valuesPx - MARGIN.right);
  const times = useMemo(() => timeTicks(axis, ticksThatFit(axisPx)), [axis, axisPx]);
  const areDays = ticksAreDays(times);
  const drawn = useMemo(() => {
    const thinned = thin(withGaps(points), MOST_DRAWN);
    const bars = withRain ? rainBars(thinned, axis, axisPx) : [];
    return thinned.map((point, index) => ({
      ...point,
      band: point.minimum === null || point.maximum === null ? null : [point.minimum, point.maximum],
      rainBar: bars[index] ?? null,
    }));
  }, [points, withRain, axis, axisPx]);
  const shownSetPoints = setPoints.filter(({ value }) => value >= span[0] && value <= span[1]);

  return (
    <div ref={frame} className={plot.plot} style={FRAME} role="img" aria-label={text('chart.label')}>
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart data={drawn} margin={MARGIN} {...pointer}>
          <CartesianGrid stroke="var(--chart-grid)" vertical={false} />
          <XAxis
            dataKey="time"
            type="number"
            scale="time"
            domain={axis}
            ticks={times}
            interval={0}
            allowDataOverflow
            tickFormatter={areDays ? dayOfMonth : timeOfDay}
            tickLine={false}
            axisLine={{ stroke: 'var(--border-strong)' }}
            height={28}
          />
          <YAxis
            domain={span}
            ticks={values}
            interval={0}
            allowDataOverflow
            tickFormatter={valueLabel}
            tickLine={false}
            axisLine={false}
            width={valuesPx}
            label={{ value: unit, position: 'insideTopLeft', offset: 0, dy: -26, className: plot.axisName }}
          />
          {withRain && <YAxis yAxisId="rain" orientation="right" domain={[0, RAIN_HEADROOM]} hide />}
          <Tooltip
            content={<ChartTooltip unit={unit} />}
            isAnimationActive={false}
            cursor={{ stroke: 'var(--text-faint)', strokeDasharray: '3 3' }}
          />
          <Area {...STILL} dataKey="band" stroke="none" fill="var(--chart-band)" fillOpacity={1} />
          {withRain && <Bar yAxisId="rain" dataKey="rainBar" shape={<RainBar />} isAnimationActive={false} />}
          {shownSetPoints.map(({ value, label }) => (
            <ReferenceLine
              key={label}
              y={value}
              stroke="var(--chart-set-point)"
              strokeDasharray="2 4"
              strokeWidth={1.5}
              label={{ value: label, position: 'insideBottomLeft', className: plot.setPoint }}
            />
          ))}
          <Line
            {...STILL}
            dataKey="average"
            stroke="var(--chart-average)"
            strokeWidth={1.5}
            strokeDasharray="6 4"
          />
          <Line
            {...STILL}
            dataKey="current"
            stroke="var(--chart-line)"
            strokeWidth={lineWidth(points.length)}
            strokeLinejoin="round"
            activeDot={{ r: 4, stroke: 'var(--surface)', strokeWidth: 2, fill: 'var(--chart-line)' }}
          />
          {drag && (
            <ReferenceArea x1={drag[0]} x2={drag[1]} fill="var(--accent)" fillOpacity={0.12} stroke="none" />
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
});
