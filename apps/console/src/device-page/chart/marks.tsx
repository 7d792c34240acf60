import { Fragment, type ReactElement } from 'react';
import { ReferenceArea, ReferenceDot, ReferenceLine } from 'recharts';
import type { Span } from '../../chart/axes.ts';
import plot from '../../chart/plot.module.css';

export interface SetPoint {
  value: number;
  label: string;
}

/** A time in which an alert fired. */
export interface Firing {
  id: string;
  from: number;
  /** null while it fires. */
  to: number | null;
  label: string;
}

interface Props {
  firings: readonly Firing[];
  /** The part of the time axis. */
  span: Span;
  /** The value axis, and its lowest value. */
  yAxisId: string;
  lowest: number;
}

const TRIANGLE = { width: 5, height: 8 };

/** A mark on the time axis. */
const Begin = ({ cx = 0, cy = 0 }: { cx?: number; cy?: number }): ReactElement<SVGElement> => (
  <path
    d={`M${cx} ${cy - TRIANGLE.height}l${TRIANGLE.width} ${TRIANGLE.height}h${-2 * TRIANGLE.width}z`}
    fill="var(--firing-solid)"
    stroke="var(--surface)"
    className="firing-mark"
  />
);

/** Firing periods, shaded, each with a mark on the time axis where it begins. */
export const FiringMarks = ({ firings, span, yAxisId, lowest }: Props) =>
  firings.map(({ id, from, to }) => (
    <Fragment key={id}>
      <ReferenceArea
        yAxisId={yAxisId}
        x1={Math.max(from, span[0])}
        x2={Math.min(to ?? Date.now(), span[1])}
        fill="var(--firing-solid)"
        fillOpacity={0.12}
        stroke="none"
      />
      {from >= span[0] && from <= span[1] && (
        <ReferenceDot yAxisId={yAxisId} x={from} y={lowest} r={5} shape={Begin} />
      )}
    </Fragment>
  ));

/** The set points in view, as dotted lines. */
export const SetPointLines = ({
  setPoints,
  span: [low, high],
  yAxisId,
}: {
  setPoints: readonly SetPoint[];
  span: Span;
  yAxisId: string;
}) =>
  setPoints
    .filter(({ value }) => value >= low && value <= high)
    .map(({ value, label }) => (
      <ReferenceLine
        key={label}
        yAxisId={yAxisId}
        y={value}
        stroke="var(--chart-set-point)"
        strokeDasharray="2 4"
        strokeWidth={1.5}
        label={{ value: label, position: 'insideBottomLeft', className: plot.setPoint }}
      />
    ));
