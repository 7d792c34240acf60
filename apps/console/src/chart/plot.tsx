import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { tickFormat } from '../texts/numbers.ts';
import { labelRoom, type Span } from './axes.ts';
import { useSize } from './use-size.ts';
import styles from './plot.module.css';

/** Above the value axis its name has space, right of the other axis half of the last label. */
const MARGIN = { top: 28, right: 28, bottom: 28 };
const BESIDE_PX = 12;
/** A movement of fewer pixels is a click. */
const LEAST_DRAG_PX = 6;

/** From values to pixels of the drawing. */
export interface Scale {
  x: (value: number) => number;
  y: (value: number) => number;
  width: number;
  height: number;
}

interface Tick {
  at: number;
  label: string;
}

interface Props {
  /** Names the chart for a screen reader. */
  label: string;
  x: Span;
  y: Span;
  /** The labels along the lower axis, which is so many pixels long. */
  xTicks: (px: number) => readonly Tick[];
  yTicks: readonly Tick[];
  xName?: string;
  yName: string;
  /** The points that can be looked at one by one, in order of x. */
  points: readonly { x: number; y: number | null }[];
  /** What is said of a point. */
  tip: (index: number) => ReactNode;
  /** A stretch of the lower axis was taken with the pointer. */
  onSpan?: (span: Span) => void;
  /** The drawing. */
  children: (scale: Scale) => ReactNode;
}

/** Labels of ticks that are one step apart. */
export const labelled = (ticks: readonly number[], labelOf = tickFormat(ticks)): Tick[] =>
  ticks.map((at) => ({ at, label: labelOf(at) }));

const nearest = (points: Props['points'], x: number): number | null => {
  let [low, high] = [0, points.length - 1];
  if (high < 0) return null;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (points[middle]!.x < x) low = middle;
    else high = middle;
  }
  return Math.abs(points[low]!.x - x) <= Math.abs(points[high]!.x - x) ? low : high;
};

/** A chart with its axes; the pointer or the arrow keys show its points one by one. */
export const Plot = (props: Props) => {
  const { label, x, y, xTicks, yTicks, xName, yName, points, tip, onSpan, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const [under, setUnder] = useState<number | null>(null);
  const [drag, setDrag] = useState<Span | null>(null);
  const left = labelRoom(yTicks.map((tick) => tick.label));
  const width = Math.max(0, size.width - left - MARGIN.right);
  const height = Math.max(0, size.height - MARGIN.top - MARGIN.bottom);
  const scale = useMemo(
    (): Scale => ({
      x: (value) => ((value - x[0]) / (x[1] - x[0])) * width,
      y: (value) => (1 - (value - y[0]) / (y[1] - y[0])) * height,
      width,
      height,
    }),
    [x, y, width, height],
  );
  const drawing = useMemo(() => children(scale), [children, scale]);
  const point = under === null ? undefined : points[under];

  const pxOf = ({ clientX }: PointerEvent) => clientX - frame.current!.getBoundingClientRect().left - left;
  const valueAt = (px: number) => x[0] + (px / width) * (x[1] - x[0]);
  const onMove = (event: PointerEvent) => {
    const px = pxOf(event);
    setUnder(nearest(points, valueAt(px)));
    if (drag !== null) setDrag([drag[0], Math.min(width, Math.max(0, px))]);
  };
  const onUp = () => {
    const [from = 0, to = 0] = drag?.toSorted((one, other) => one - other) ?? [];
    setDrag(null);
    if (to - from >= LEAST_DRAG_PX) onSpan?.([valueAt(from), valueAt(to)]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setUnder(Math.min(points.length - 1, Math.max(0, (under ?? -1) + step)));
  };
  const beside =
    point && scale.x(point.x) > width / 2
      ? { right: size.width - left - scale.x(point.x) + BESIDE_PX }
      : { left: left + scale.x(point?.x ?? 0) + BESIDE_PX };
  return (
    <div
      ref={frame}
      className={styles.plot}
      role="img"
      aria-label={label}
      tabIndex={0}
      data-plot
      onKeyDown={onKeyDown}
      onBlur={() => setUnder(null)}
      onPointerDown={(event) => onSpan && setDrag([pxOf(event), pxOf(event)])}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerLeave={() => {
        setUnder(null);
        setDrag(null);
      }}
    >
      <svg width={size.width} height={size.height}>
        <g transform={`translate(${left} ${MARGIN.top})`}>
          {yTicks.map((tick) => (
            <g key={tick.at} transform={`translate(0 ${scale.y(tick.at)})`}>
              <path d={`M0 0h${width}`} className={styles.grid} />
              <text x={-10} dy="0.35em" textAnchor="end">
                {tick.label}
              </text>
            </g>
          ))}
          {xTicks(width).map((tick) => (
            <text key={tick.at} x={scale.x(tick.at)} y={height + 20} textAnchor="middle">
              {tick.label}
            </text>
          ))}
          <text x={-left} y={-14}>
            {yName}
          </text>
          {xName && (
            <text x={width} y={height - 8} textAnchor="end">
              {xName}
            </text>
          )}
          <path d={`M0 ${height}h${width}`} className={styles.axis} />
          <svg width={width} height={height}>
            {drawing}
            {point && <path d={`M${scale.x(point.x)} 0v${height}`} className={styles.cursor} />}
            {drag && (
              <rect
                x={Math.min(...drag)}
                width={Math.abs(drag[1] - drag[0])}
                height={height}
                className={styles.drag}
              />
            )}
          </svg>
          {point && point.y !== null && (
            <circle cx={scale.x(point.x)} cy={scale.y(point.y)} r={4} className={styles.dot} />
          )}
        </g>
      </svg>
      {under !== null && point && (
        <div className={styles.tip} style={beside}>
          {tip(under)}
        </div>
      )}
    </div>
  );
};
