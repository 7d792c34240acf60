import type { CalibrationCurve } from '@telemon/contracts/devices/sensor-types';
import { useMemo } from 'react';
import { breathe, valueTicks, type Span } from '../chart/axes.ts';
import { linePath } from '../chart/paths.ts';
import { Plot, labelled, type Scale } from '../chart/plot.tsx';
import { formatExactly } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import styles from './curve.module.css';

/** Up to here each row has a dot of its own. */
const MOST_DOTS = 40;
/** Space that a label of the raw axis takes. */
const RAW_LABEL_PX = 76;

/** Every second tick is left out until the labels fit side by side. */
const thatFit = (ticks: number[], px: number): number[] => {
  let shown = ticks;
  while (shown.length > 2 && shown.length * RAW_LABEL_PX > px)
    shown = shown.filter((_, index) => index % 2 === 0);
  return shown;
};

/** The calibration as a line from row to row. */
export default function CurveChart({ table }: { table: CalibrationCurve }) {
  const text = useText();
  const { points, first, last, minimum, maximum } = table;
  const raws = useMemo((): Span => [first.raw, last.raw], [first.raw, last.raw]);
  const span = useMemo(() => breathe(null, [minimum, maximum]), [minimum, maximum]);
  const drawing = ({ x, y }: Scale) => {
    const places = points.map(({ raw, value }) => [x(raw), y(value)] as const);
    return (
      <>
        <path d={linePath(places)} className={styles.line} />
        {places.length <= MOST_DOTS &&
          places.map(([cx, cy]) => <circle key={cx} cx={cx} cy={cy} r={2.5} className={styles.dot} />)}
      </>
    );
  };
  return (
    <Plot
      label={text('resources.sensor.table.chart')}
      x={raws}
      y={span}
      xTicks={(px) => labelled(thatFit(valueTicks(raws), px))}
      yTicks={labelled(valueTicks(span))}
      xName={text('resources.sensor.table.raw')}
      yName={text('resources.sensor.table.value')}
      points={points.map(({ raw, value }) => ({ x: raw, y: value }))}
      tip={(index) => (
        <dl className={styles.tooltip}>
          <dt>{text('resources.sensor.table.raw')}</dt>
          <dd>{formatExactly(points[index]!.raw)}</dd>
          <dt>{text('resources.sensor.table.value')}</dt>
          <dd>{formatExactly(points[index]!.value)}</dd>
        </dl>
      )}
    >
      {drawing}
    </Plot>
  );
}
