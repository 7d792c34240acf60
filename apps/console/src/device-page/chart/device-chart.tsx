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
import { MINUTE_MS } from '@telemon/contracts/durations';
import { lineWidth, ticksAreDays, ticksThatFit, timeTicks, type Span } from '../../chart/axes.ts';
import plot from '../../chart/plot.module.css';
import { useWidth } from '../../chart/use-width.ts';
import { dayOfMonth, timeOfDay, timeWithSeconds } from '../../texts/time.ts';
import { useText } from '../../texts/use-text.ts';
import type { Part } from '../view.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { colourOf, type Curve } from './curve.ts';
import { FiringMarks, SetPointLines, type Firing, type SetPoint } from './marks.tsx';
import { thin, withGaps } from './points.ts';
import { RAIN_BAR_PX, rainBars } from './rain.ts';
import { useScales } from './scales.ts';
import { usePointerZoom } from './use-pointer-zoom.ts';

/** A screen shows no more apart, and SVG is slow; during a pan or zoom there are still fewer. */
const MOST_DRAWN = 900;
const MOST_MOVING = 240;
const FRAME = { flex: 1, minHeight: 340, userSelect: 'none', touchAction: 'pan-y' } as const;
/** Space for the unit above the axis, and for half of the last time to the right. */
const MARGIN = { top: 28, right: 28, bottom: 0, left: 0 };
/** On a phone, the axes of further sensors would take the chart's space. */
const NARROW_PX = 480;
/** Shorter time axes have seconds at their ticks. */
const IN_SECONDS_MS = 8 * MINUTE_MS;
/** Rain stays in the lower third, below the line it may explain. */
const RAIN_HEADROOM = (most: number) => Math.max(most, 1) * 3;

/** Without animation for new values. */
const STILL = { isAnimationActive: false, activeDot: false, dot: false } as const;

const AVERAGE = { stroke: 'var(--chart-average)', strokeWidth: 1.5, strokeDasharray: '6 4' } as const;
/** Only with a single curve: among several it would be at the wrong one. */
const DOT = { r: 4, stroke: 'var(--surface)', strokeWidth: 2, fill: 'var(--chart-line)' };
const NONE: readonly SetPoint[] = [];

type Box = Partial<Record<'x' | 'y' | 'width' | 'height', number>>;

/** With a least width: dense readings would make it invisible. */
const RainBar = ({ x = 0, y = 0, width = 0, height = 0 }: Box) => (
  <rect
    x={x + (width - RAIN_BAR_PX) / 2}
    y={y}
    width={RAIN_BAR_PX}
    height={Math.max(height, 0)}
    fill="var(--chart-rain)"
  />
);

interface Props {
  /** The chosen sensor's curve, then those of further sensors. */
  curves: readonly Curve[];
  /** The visible part of the time axis, and the whole axis. */
  span: Span;
  whole: Span;
  /** During a pan or zoom. */
  isMoving: boolean;
  setPoints: readonly SetPoint[];
  firings: readonly Firing[];
  /** The average of the visible part, if the points have none. */
  average: number | null;
  withRain: boolean;
  hidden: readonly Part[];
  onMove: (span: Span | null) => void;
  onZoom: (span: Span | null) => void;
}

/** The documents' 'Device Data': the line, its band from minimum to maximum, its average, set points and firings; other sensors over it. */
export const DeviceChart = memo((props: Props) => {
  const { curves, span, whole, isMoving, setPoints, firings, average, withRain, hidden } = props;
  const { onMove, onZoom } = props;
  const text = useText();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [chosen, ...others] = curves as [Curve, ...Curve[]];
  const isShown = (part: Part) => !hidden.includes(part);
  const shownSetPoints = isShown('setPoint') ? setPoints : NONE;
  const levels = useMemo(() => shownSetPoints.map(({ value }) => value), [shownSetPoints]);
  const scales = useScales(curves, levels, span[0]);
  const [own, ...beside] = scales as [(typeof scales)[number], ...typeof scales];
  const isNarrow = width > 0 && width < NARROW_PX;
  const right = MARGIN.right + (isNarrow ? 0 : beside.reduce((sum, { px }) => sum + px, 0));
  const axisPx = Math.max(0, width - own.px - right);
  const times = useMemo(() => timeTicks(span, ticksThatFit(axisPx)), [span, axisPx]);
  const timeLabel = ticksAreDays(times)
    ? dayOfMonth
    : span[1] - span[0] < IN_SECONDS_MS
      ? timeWithSeconds
      : timeOfDay;
  const { drag, ...pointer } = usePointerZoom({
    frame,
    left: own.px,
    px: axisPx,
    span,
    whole,
    onMove,
    onZoom,
  });
  // During a pan or zoom, few points are drawn.
  const most = isMoving ? MOST_MOVING : MOST_DRAWN;
  const thinned = useMemo(() => thin(withGaps(chosen.points), most), [chosen, most]);
  const bars = useMemo(
    () => (withRain ? rainBars(thinned, span, axisPx) : null),
    [withRain, thinned, span, axisPx],
  );
  const drawn = useMemo(
    () =>
      thinned.map((point, index) => ({
        ...point,
        band: point.minimum === null || point.maximum === null ? null : [point.minimum, point.maximum],
        rainBar: bars?.[index] ?? null,
      })),
    [thinned, bars],
  );
  const over = useMemo(() => others.map(({ points }) => thin(withGaps(points), most)), [curves, most]);
  const hasAverages = drawn.some((point) => point.average !== null);

  return (
    <div
      ref={frame}
      className={plot.plot}
      style={FRAME}
      role="img"
      aria-label={text('chart.label')}
      {...pointer}
    >
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart data={drawn} margin={MARGIN}>
          <CartesianGrid stroke="var(--chart-grid)" vertical={false} yAxisId={own.id} />
          <XAxis
            dataKey="time"
            type="number"
            scale="time"
            domain={span}
            ticks={times}
            interval={0}
            allowDataOverflow
            tickFormatter={timeLabel}
            tickLine={false}
            axisLine={{ stroke: 'var(--border-strong)' }}
            height={28}
          />
          {scales.map(({ id, unit, colour, ticks, label, px, span: domain }, place) => (
            <YAxis
              key={id}
              yAxisId={id}
              orientation={place === 0 ? 'left' : 'right'}
              domain={domain}
              ticks={ticks}
              interval={0}
              allowDataOverflow
              tickFormatter={label}
              tickLine={false}
              axisLine={false}
              tick={{ style: { fill: colour } }}
              width={px}
              hide={place > 0 && isNarrow}
              label={{
                value: unit,
                position: place === 0 ? 'insideTopLeft' : 'insideTopRight',
                offset: 0,
                dy: -26,
                className: plot.axisName,
                style: { fill: colour },
              }}
            />
          ))}
          {withRain && <YAxis yAxisId="rain" orientation="right" domain={[0, RAIN_HEADROOM]} hide />}
          <Tooltip
            content={<ChartTooltip {...{ curves, firings, span, isShown }} />}
            isAnimationActive={false}
            cursor={{ stroke: 'var(--text-faint)', strokeDasharray: '3 3' }}
          />
          {isShown('band') && (
            <Area
              {...STILL}
              yAxisId={own.id}
              dataKey="band"
              stroke="none"
              fill="var(--chart-band)"
              fillOpacity={1}
            />
          )}
          {isShown('firing') && (
            <FiringMarks firings={firings} span={span} yAxisId={own.id} lowest={own.span[0]} />
          )}
          {withRain && isShown('rain') && (
            <Bar yAxisId="rain" dataKey="rainBar" shape={<RainBar />} isAnimationActive={false} />
          )}
          <SetPointLines setPoints={shownSetPoints} span={own.span} yAxisId={own.id} />
          {isShown('average') && hasAverages && (
            <Line {...STILL} yAxisId={own.id} dataKey="average" {...AVERAGE} />
          )}
          {isShown('average') && !hasAverages && average !== null && (
            <ReferenceLine yAxisId={own.id} y={average} {...AVERAGE} />
          )}
          {others.map(
            ({ sensor, sensorName, points }, place) =>
              points.length > 0 && (
                <Line
                  {...STILL}
                  key={sensor}
                  yAxisId={sensorName}
                  data={over[place]!}
                  dataKey="current"
                  stroke={colourOf(place + 1)}
                  strokeWidth={1.75}
                  strokeLinejoin="round"
                />
              ),
          )}
          {isShown('current') && (
            <Line
              {...STILL}
              yAxisId={own.id}
              dataKey="current"
              stroke="var(--chart-line)"
              strokeWidth={lineWidth(chosen.points.length)}
              strokeLinejoin="round"
              activeDot={others.length === 0 && DOT}
            />
          )}
          {drag && (
            <ReferenceArea
              yAxisId={own.id}
              x1={drag[0]}
              x2={drag[1]}
              fill="var(--accent)"
              fillOpacity={0.12}
              stroke="none"
            />
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
});
