import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { Link } from 'react-router';
import { Icon } from '../layout/icon.tsx';
import { useOverList } from '../list/use-over-list.ts';
import { useText } from '../texts/use-text.ts';
import styles from './table-chip.module.css';

/** Whether a sensor type has a table, as icon and word; it leads to the table. */
export const TableChip = ({ sensorType: { id, sensorName, mapped } }: { sensorType: SensorType }) => {
  const text = useText();
  const { to } = useOverList('sensorTypes');
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
      to={to(id, 'table')}
    >
      <Icon name="curve" size={16} strokeWidth={2} />
      {text('sensorTypes.mapped')}
    </Link>
  );
};
