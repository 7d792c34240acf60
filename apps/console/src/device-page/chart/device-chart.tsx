import { memo, useRef } from 'react';
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
import { lineWidth, type Span } from '../../chart/axes.ts';
import plot from '../../chart/plot.module.css';
import { useWidth } from '../../chart/use-width.ts';
import { useText } from '../../texts/use-text.ts';
import type { Part } from '../view.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { colourOf, type Curve } from './curve.ts';
import { FiringMarks, SetPointLines, type Firing, type SetPoint } from './marks.tsx';
import { RAIN_BAR_PX } from './rain.ts';
import { MARGIN, useAxes } from './use-axes.ts';
import { useDrawnPoints } from './use-drawn-points.ts';
import { usePointerZoom } from './use-pointer-zoom.ts';

const FRAME = { flex: 1, minHeight: 340, userSelect: 'none', touchAction: 'pan-y' } as const;
/** Rain stays in the lower third, below the line it may explain. */
const RAIN_HEADROOM = (most: number) => Math.max(most, 1) * 3;

/** With round ends, a point between two gaps is a dot. */
const ROUND = { strokeLinejoin: 'round', strokeLinecap: 'round' } as const;
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
  const { scales, own, axes, timeAxisPx, times, timeLabel } = useAxes({
    curves,
    setPoints: shownSetPoints,
    span,
    width,
  });
  const { drag, ...pointer } = usePointerZoom({
    frame,
    left: own.px,
    px: timeAxisPx,
    span,
    whole,
    onMove,
    onZoom,
  });
  const { ofChosen, ofOthers } = useDrawnPoints({ curves, span, timeAxisPx, withRain, isMoving });
  const hasAverages = ofChosen.some((point) => point.average !== null);

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
        <ComposedChart data={ofChosen} margin={MARGIN}>
          <CartesianGrid stroke="var(--chart-grid)" vertical={false} yAxisId={own.id} syncWithTicks />
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
              hide={place >= axes}
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
                  data={ofOthers[place]!}
                  dataKey="current"
                  stroke={colourOf(place + 1)}
                  strokeWidth={1.75}
                  {...ROUND}
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
              {...ROUND}
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
