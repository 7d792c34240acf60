import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { lazy } from 'react';
import { Route } from 'react-router';
import { may } from '../data/access.ts';
import { IconButton } from '../layout/icon-button.tsx';
import { AddButton } from '../list/add-button.tsx';
import { options, rowNumber, type Column } from '../list/column.tsx';
import { DeleteWithConfirm } from '../list/delete-with-confirm.tsx';
import { Dialogs } from '../list/dialogs.tsx';
import { ListPage } from '../list/list-page.tsx';
import { ListView } from '../list/list-view.tsx';
import { useList } from '../list/use-list.ts';
import { useOverList } from '../list/use-over-list.ts';
import { useText } from '../texts/use-text.ts';
import { RemoveMapping } from './remove-mapping.tsx';
import { TableChip } from './table-chip.tsx';
import styles from './sensor-types-page.module.css';

const SensorTypeCreate = lazy(() => import('./sensor-type-form.tsx'));
const TableDialog = lazy(() => import('./table-dialog.tsx'));
const TableUpload = lazy(() => import('./table-upload.tsx'));

const Options = ({ sensorType }: { sensorType: SensorType }) => {
  const text = useText();
  const { open } = useOverList('sensorTypes');
  const { id, sensorName, mapped } = sensorType;
  return (
    <>
      <IconButton icon="upload" label={text('sensorTypes.upload')} onClick={() => open(id, 'upload')} />
      {mapped && <RemoveMapping sensorType={sensorType} />}
      <DeleteWithConfirm
        resource="sensor-types"
        record={sensorType}
        label={text('sensorTypes.delete')}
        what={text(mapped ? 'sensorTypes.deleteWhatMapped' : 'sensorTypes.deleteWhat', { name: sensorName })}
      />
    </>
  );
};

const NAME: Column<SensorType> = {
  name: 'name',
  label: 'sensorTypes.columns.sensorName',
  sort: 'sensorName',
  fixed: true,
  onCard: 'title',
  wraps: true,
  render: (sensorType) => (
    <span className={styles.named}>
      {sensorType.sensorName}
      <TableChip sensorType={sensorType} />
    </span>
  ),
};
const MANAGER: Column<SensorType> = {
  name: 'manager',
  label: 'sensorTypes.columns.managerName',
  sort: 'managerName',
  wraps: true,
  render: ({ managerName }) => managerName,
};
const OPTIONS = options<SensorType>((sensorType) => <Options sensorType={sensorType} />);

export default function SensorTypesPage() {
  const text = useText();
  const { close } = useOverList('sensorTypes');
  const list = useList<SensorType>('sensor-types');
  const isAdmin = may('GET /getAllManagers');
  const addButton = <AddButton page="sensorTypes" label="sensorTypes.add" />;
  return (
    <ListPage
      name="sensor-types"
      heading="sensorTypes.info.heading"
      bullets={[
        'sensorTypes.info.what',
        'sensorTypes.info.mapping',
        'sensorTypes.info.table',
        'sensorTypes.info.adjustment',
        'sensorTypes.info.delete',
      ]}
    >
      <ListView
        list={list}
        label={text('pages.sensorTypes')}
        columns={[rowNumber<SensorType>(), NAME, ...(isAdmin ? [MANAGER] : []), OPTIONS]}
        searchable
        actions={addButton}
        empty={{
          title: text('sensorTypes.empty.title'),
          what: text('sensorTypes.empty.what'),
          action: addButton,
        }}
      />
      <Dialogs>
        <Route path="create" element={<SensorTypeCreate onClose={close} />} />
        <Route path=":id/table" element={<TableDialog onClose={close} />} />
        <Route path=":id/upload" element={<TableUpload onClose={close} />} />
      </Dialogs>
    </ListPage>
  );
}
