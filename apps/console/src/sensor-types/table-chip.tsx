import type { SensorType } from '@telemon/contracts/sensor-types';
import { Link, useLocation } from 'react-router';
import { Icon } from '../layout/icon.tsx';
import { PAGES } from '../layout/pages.ts';
import { useText } from '../texts/use-text.ts';
import styles from './table-chip.module.css';

/** Whether a sensor type has a table, as icon and word; it leads to the table. */
export const TableChip = ({ sensorType: { id, sensorName, mapped } }: { sensorType: SensorType }) => {
  const text = useText();
  const { search } = useLocation();
  if (!mapped) {
    return (
      <span className={styles.none}>
        <Icon name="minus" size={16} strokeWidth={2} />
        {text('sensorTypes.unmapped')}
      </span>
    );
  }
  return (
    <Link
      className={styles.chip}
      aria-label={text('sensorTypes.showTable', { name: sensorName })}
      to={{ pathname: `${PAGES.sensorTypes.path}/${id}/table`, search }}
    >
      <Icon name="curve" size={16} strokeWidth={2} />
      {text('sensorTypes.mapped')}
    </Link>
  );
};
