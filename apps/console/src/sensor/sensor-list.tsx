import { Box, Chip } from '@mui/material';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { useRecordContext } from 'react-admin';
import { Link, Route } from 'react-router';
import { may } from '../data/access.ts';
import { Column, RowActions, RowNumber } from '../kit/column.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Icon } from '../kit/icon.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { infoOf } from '../kit/list-info.tsx';
import { useListPath } from '../kit/list-path.ts';
import { ResourceList } from '../kit/resource-list.tsx';
import { RowLink } from '../kit/row-link.tsx';
import { useText } from '../texts/use-text.ts';
import { RemoveMapping } from './remove-mapping.tsx';

const SensorCreate = lazyPart(() => import('./sensor-create.tsx'));
const TableDialog = lazyPart(() => import('./table-dialog.tsx'));
const TableUploadDialog = lazyPart(() => import('./table-upload-dialog.tsx'));

/** Whether the sensor has a table, as icon and word; links to the table. */
const TableChip = () => {
  const text = useText();
  const { pathTo } = useListPath();
  const { id, sensorName, mapped } = useRecordContext<SensorType>()!;
  if (!mapped) {
    return (
      <Chip
        icon={<Icon name="minus" size={16} />}
        label={text('resources.sensor.table.unmapped')}
        sx={{ bgcolor: 'transparent', color: 'text.secondary' }}
      />
    );
  }
  return (
    <Chip
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

const Name = () => (
  <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 12px' }}>
    {useRecordContext<SensorType>()!.sensorName}
    <TableChip />
  </Box>
);

const Removal = () => useRecordContext<SensorType>()!.mapped && <RemoveMapping />;

/** Sensors Types. */
export default function SensorList() {
  return (
    <ResourceList<SensorType>
      exported="sensorType"
      label="pages.sensorTypes"
      info={infoOf('sensor', 'what', 'mapping', 'table', 'adjustment', 'delete')}
      dialogs={
        <>
          <Route path="create" element={<SensorCreate />} />
          <Route path=":id/table" element={<TableDialog />} />
          <Route path=":id/upload" element={<TableUploadDialog />} />
        </>
      }
    >
      <RowNumber />
      <Column<SensorType> source="sensorName" field={Name} onCard="title" isFixed className="wraps" />
      {may('GET /getAllManagers') && <Column<SensorType> source="managerName" className="wraps" />}
      <RowActions>
        <RowLink icon="upload" label="resources.sensor.upload.title" part="upload" />
        <Removal />
        <DeleteButton<SensorType>
          what={({ sensorName: name, mapped }, text) =>
            text(mapped ? 'resources.sensor.deleteWhatMapped' : 'resources.sensor.deleteWhat', { name })
          }
        />
      </RowActions>
    </ResourceList>
  );
}
