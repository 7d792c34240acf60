import type { Alert } from '@telemon/contracts/alerts';
import { StateChip } from '../devices/state-chip.tsx';
import { formatValue } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import styles from './alert-type-cell.module.css';

/** The type with its set point, and whether the condition holds now. */
export const AlertTypeCell = ({
  alertType,
  criteria,
  firing,
}: Pick<Alert, 'alertType' | 'criteria' | 'firing'>) => {
  const text = useText();
  return (
    <span className={styles.cell}>
      <span>
        {alertType} <span className="quiet">{criteria.values.map(formatValue).join(' · ')}</span>
      </span>
      {firing && <StateChip state="firing">{text('states.firing')}</StateChip>}
    </span>
  );
};
