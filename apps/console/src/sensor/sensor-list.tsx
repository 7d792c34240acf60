import Box from '@mui/material/Box';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { useRecordContext } from 'react-admin';
import { Route } from 'react-router';
import { may } from '../data/access.ts';
import { ActionLink } from '../kit/action-button.tsx';
import { Column, RowActions, RowNumber } from '../kit/column.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { useListPath } from '../kit/list-path.ts';
import { ResourceList } from '../kit/resource-list.tsx';
import { useText } from '../texts/use-text.ts';
import { RemoveMapping } from './remove-mapping.tsx';
import { TableChip } from './table-chip.tsx';

const SensorCreate = lazyPart(() => import('./sensor-create.tsx'));
const TableDialog = lazyPart(() => import('./table-dialog.tsx'));
const TableUploadDialog = lazyPart(() => import('./table-upload-dialog.tsx'));

const Name = () => (
  <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 12px' }}>
    {useRecordContext<SensorType>()!.sensorName}
    <TableChip />
  </Box>
);

const Options = () => {
  const text = useText();
  const { pathTo } = useListPath();
  const { id, sensorName, mapped } = useRecordContext<SensorType>()!;
  const deleteWhat = mapped ? 'resources.sensor.deleteWhatMapped' : 'resources.sensor.deleteWhat';
  return (
    <>
      <ActionLink icon="upload" label={text('resources.sensor.upload.title')} to={pathTo(id, 'upload')} />
      {mapped && <RemoveMapping />}
      <DeleteButton label={text('resources.sensor.delete')} what={text(deleteWhat, { name: sensorName })} />
    </>
  );
};

/** Sensors Types. */
export default function SensorList() {
  return (
    <ResourceList<SensorType>
      label="pages.sensorTypes"
      info={{
        heading: 'resources.sensor.info.heading',
        bullets: [
          'resources.sensor.info.what',
          'resources.sensor.info.mapping',
          'resources.sensor.info.table',
          'resources.sensor.info.adjustment',
          'resources.sensor.info.delete',
        ],
      }}
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
        <Options />
      </RowActions>
    </ResourceList>
  );
}
