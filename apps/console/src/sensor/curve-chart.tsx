import type { CalibrationCurve } from '@telemon/contracts/devices/sensor-types';
import { useMemo, useRef } from 'react';
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { breathe, labelRoom, valueTicks, type Span } from '../chart/axes.ts';
import plot from '../chart/plot.module.css';
import { useWidth } from '../chart/use-width.ts';
import { tickFormat } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import { CurveTooltip } from './curve-tooltip.tsx';

/** Up to this many rows have dots. */
const MOST_DOTS = 40;
const MARGIN = { top: 26, right: 28, bottom: 0, left: 0 };
/** Width of a label on the raw axis, px. */
const RAW_LABEL_PX = 76;

/** Drops every second tick until the labels fit. */
const thatFit = (ticks: number[], px: number): number[] => {
  let shown = ticks;
  while (shown.length > 2 && shown.length * RAW_LABEL_PX > px)
    shown = shown.filter((_, index) => index % 2 === 0);
  return shown;
};

/** The converted value by raw value, interpolated linearly. */
export default function CurveChart({ table }: { table: CalibrationCurve }) {
  const text = useText();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const { points, first, last, minimum, maximum } = table;
  const raws: Span = [first.raw, last.raw];
  const span = useMemo(() => breathe(null, [minimum, maximum]), [minimum, maximum]);
  const valuesAt = valueTicks(span);
  const valueLabel = tickFormat(valuesAt);
  const valuesPx = labelRoom(valuesAt.map(valueLabel));
  const rawsAt = thatFit(valueTicks(raws), Math.max(0, width - valuesPx - MARGIN.right));
  return (
    <div
      ref={frame}
      className={plot.plot}
      style={{ height: '100%' }}
      role="img"
      aria-label={text('resources.sensor.table.chart')}
    >
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={points} margin={MARGIN}>
          <CartesianGrid stroke="var(--chart-grid)" vertical={false} syncWithTicks />
          <XAxis
            dataKey="raw"
            type="number"
            domain={raws}
            ticks={rawsAt}
            interval={0}
            tickFormatter={tickFormat(rawsAt)}
            tickLine={false}
            axisLine={{ stroke: 'var(--border-strong)' }}
            height={44}
            label={{
              value: text('resources.sensor.table.raw'),
              position: 'insideBottomRight',
              offset: 2,
              className: plot.axisName,
            }}
          />
          <YAxis
            domain={span}
            ticks={valuesAt}
            interval={0}
            tickFormatter={valueLabel}
            tickLine={false}
            axisLine={false}
            width={valuesPx}
            label={{
              value: text('resources.sensor.table.value'),
              position: 'insideTopLeft',
              offset: 0,
              dy: -24,
              className: plot.axisName,
            }}
          />
          <Tooltip
            content={<CurveTooltip />}
            isAnimationActive={false}
            cursor={{ stroke: 'var(--text-faint)', strokeDasharray: '3 3' }}
          />
          <Line
            dataKey="value"
            stroke="var(--chart-line)"
            strokeWidth={2}
            strokeLinejoin="round"
            dot={points.length <= MOST_DOTS && { r: 2.5, fill: 'var(--chart-line)', strokeWidth: 0 }}
            activeDot={{ r: 4, stroke: 'var(--surface)', strokeWidth: 2, fill: 'var(--chart-line)' }}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}
