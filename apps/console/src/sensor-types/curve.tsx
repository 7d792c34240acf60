import type { CalibrationCurve } from '@telemon/contracts/devices/sensor-types';
import { Suspense, lazy } from 'react';
import { useText } from '../texts/use-text.ts';
import { formatExactly } from '../texts/numbers.ts';
import { endsOf } from './curve-ends.ts';
import styles from './curve.module.css';

const CurveChart = lazy(() => import('./curve-chart.tsx'));

/** A calibration table: how much it holds, its curve, and the rows at its ends. */
export const Curve = ({ table }: { table: CalibrationCurve }) => {
  const text = useText();
  const { rows, first, last, minimum, maximum } = table;
  const range = (from: number, to: number) =>
    text('sensorTypes.table.range', { from: formatExactly(from), to: formatExactly(to) });
  const ends = endsOf(table);
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{text('sensorTypes.table.rows')}</dt>
          <dd>{formatExactly(rows)}</dd>
        </div>
        <div>
          <dt>{text('sensorTypes.table.raws')}</dt>
          <dd>{range(first.raw, last.raw)}</dd>
        </div>
        <div>
          <dt>{text('sensorTypes.table.values')}</dt>
          <dd>{range(minimum, maximum)}</dd>
        </div>
      </dl>
      <div className={styles.chart}>
        <Suspense fallback={null}>
          <CurveChart table={table} />
        </Suspense>
      </div>
      <table className={styles.rows}>
        <caption className="only-read-aloud">{text('sensorTypes.table.ends')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('sensorTypes.table.row')}</th>
            <th scope="col">{text('sensorTypes.table.raw')}</th>
            <th scope="col">{text('sensorTypes.table.value')}</th>
          </tr>
        </thead>
        <tbody>
          {ends.first.map((row) => (
            <Row key={row.number} {...row} />
          ))}
          {ends.last.length > 0 && (
            <tr aria-hidden="true" className={styles.between}>
              <td colSpan={3}>…</td>
            </tr>
          )}
          {ends.last.map((row) => (
            <Row key={row.number} {...row} />
          ))}
        </tbody>
      </table>
    </>
  );
};

const Row = ({ number, raw, value }: { number: number; raw: number; value: number }) => (
  <tr>
    <td className="quiet">{formatExactly(number)}</td>
    <td>{formatExactly(raw)}</td>
    <td>{formatExactly(value)}</td>
  </tr>
);
