import type { CalibrationCurve } from '@telemon/contracts/devices/sensor-types';
import { formatExactly } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import styles from './curve-tooltip.module.css';

interface Props {
  active?: boolean;
  payload?: readonly { payload?: CalibrationCurve['first'] }[];
}

/** One row of the table. */
export const CurveTooltip = ({ active, payload }: Props) => {
  const text = useText();
  const row = payload?.[0]?.payload;
  if (!active || !row) return null;
  return (
    <dl className={styles.tooltip}>
      <dt>{text('resources.sensor.table.raw')}</dt>
      <dd>{formatExactly(row.raw)}</dd>
      <dt>{text('resources.sensor.table.value')}</dt>
      <dd>{formatExactly(row.value)}</dd>
    </dl>
  );
};
