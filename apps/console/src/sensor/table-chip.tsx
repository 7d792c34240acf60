import Chip from '@mui/material/Chip';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { Icon } from '../kit/icon.tsx';
import { useListPath } from '../kit/list-path.ts';
import { useText } from '../texts/use-text.ts';

/** Whether the row's sensor has a table, as icon and word; it leads to the table. */
export const TableChip = () => {
  const text = useText();
  const { pathTo } = useListPath();
  const { id, sensorName, mapped } = useRecordContext<SensorType>()!;
  if (!mapped) {
    return (
      <Chip
        size="small"
        icon={<Icon name="minus" size={16} />}
        label={text('resources.sensor.table.unmapped')}
        sx={{ bgcolor: 'transparent', color: 'text.secondary' }}
      />
    );
  }
  return (
    <Chip
      size="small"
      component={Link}
      clickable
      to={pathTo(id, 'table')}
      aria-label={text('resources.sensor.table.show', { name: sensorName })}
      icon={<Icon name="curve" size={16} />}
      label={text('resources.sensor.table.mapped')}
      sx={{ bgcolor: 'var(--accent-soft)', color: 'var(--accent)', fontWeight: 550 }}
    />
  );
};
