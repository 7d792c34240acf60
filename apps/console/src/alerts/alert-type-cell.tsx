import type { Alert } from '@telemon/contracts/alerting/alerts';
import { StateChip } from '../devices/state-chip.tsx';
import { useText } from '../texts/use-text.ts';
import { Measured } from './measured.tsx';
import styles from './alert-type-cell.module.css';

/** The type with its set point, and whether the condition holds now. */
export const AlertTypeCell = ({
  alertType,
  criteria,
  sensorName,
  firing,
}: Pick<Alert, 'alertType' | 'criteria' | 'sensorName' | 'firing'>) => {
  const text = useText();
  return (
    <span className={styles.cell}>
      <span>
        {alertType}{' '}
        <span className="quiet">
          <Measured values={criteria.values} sensorName={sensorName} />
        </span>
      </span>
      {firing && <StateChip state="firing">{text('states.firing')}</StateChip>}
    </span>
  );
};
