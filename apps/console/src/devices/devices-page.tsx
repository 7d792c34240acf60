import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { Device } from '@telemon/contracts/devices/devices';
import { lazy } from 'react';
import { Route } from 'react-router';
import { may, mayDo } from '../data/access.ts';
import { readSession } from '../data/session.ts';
import { Button } from '../layout/button.tsx';
import { IconButton } from '../layout/icon-button.tsx';
import { AddButton } from '../list/add-button.tsx';
import { options, rowNumber, type Column } from '../list/column.tsx';
import { DeleteWithConfirm } from '../list/delete-with-confirm.tsx';
import { Dialogs } from '../list/dialogs.tsx';
import { ListPage } from '../list/list-page.tsx';
import { ListView } from '../list/list-view.tsx';
import { TimeAgo } from '../list/time-ago.tsx';
import { useList } from '../list/use-list.ts';
import { useOverList } from '../list/use-over-list.ts';
import type { TextKey } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import { DeviceLink } from './device-link.tsx';
import { MqttLoginButton } from './mqtt-login.tsx';
import { RateChip } from './rate-chip.tsx';

const DeviceCreate = lazy(() => import('./device-create.tsx'));
const DeviceEdit = lazy(() => import('./device-edit.tsx'));
const DeviceImport = lazy(() => import('./device-import.tsx'));
const BulkEdit = lazy(() => import('./bulk-edit.tsx'));

export type DeviceRow = Device & { id: string };

const Options = ({ device }: { device: DeviceRow }) => {
  const text = useText();
  const { open } = useOverList('devices');
  return (
    <>
      <IconButton icon="edit" label={text('devices.edit')} onClick={() => open(device.deviceName, 'edit')} />
      <MqttLoginButton deviceName={device.deviceName} />
      <DeleteWithConfirm
        resource="devices"
        record={device}
        label={text('devices.delete')}
        what={text('devices.deleteWhat', { alias: device.deviceAlias, name: device.deviceName })}
      />
    </>
  );
};

const NAME: Column<DeviceRow> = {
  name: 'name',
  label: 'devices.columns.name',
  sort: 'deviceName',
  fixed: true,
  onCard: 'title',
  render: ({ deviceName, beyondRate }) => (
    <>
      <DeviceLink deviceName={deviceName} /> {beyondRate && <RateChip />}
    </>
  ),
};
const COMPANY: Column<DeviceRow> = {
  name: 'company',
  label: 'devices.columns.company',
  sort: 'companyName',
  wraps: true,
  render: ({ companyName }) => companyName,
};
const ALIAS: Column<DeviceRow> = {
  name: 'alias',
  label: 'devices.columns.alias',
  sort: 'deviceAlias',
  wraps: true,
  render: ({ deviceAlias }) => deviceAlias,
};
const MANAGER: Column<DeviceRow> = {
  name: 'manager',
  label: 'devices.columns.manager',
  sort: 'managerName',
  wraps: true,
  render: ({ managerName }) => managerName,
};
const CREATED: Column<DeviceRow> = {
  name: 'created',
  label: 'devices.columns.createdAt',
  sort: 'createdAt',
  render: ({ createdAt }) => <TimeAgo at={createdAt} />,
};
const OPTIONS = options<DeviceRow>((device) => <Options device={device} />);

/** The documents' columns by role. */
const columnsFor = (role: Actor['role']): Column<DeviceRow>[] => {
  const own = [
    NAME,
    ...(isAdmin(role) ? [COMPANY] : []),
    ALIAS,
    ...(isAdmin(role) ? [MANAGER] : []),
    CREATED,
  ];
  return [rowNumber<DeviceRow>(), ...own, ...(mayDo('devices', 'edit') ? [OPTIONS] : [])];
};

export default function DevicesPage() {
  const text = useText();
  const { open, close } = useOverList('devices');
  const list = useList<DeviceRow>('devices');
  const mayAdd = mayDo('devices', 'create');
  const mayGiveAway = may('PATCH /bulkUpdate/device');

  const addButton = mayAdd && <AddButton page="devices" label="devices.add" />;
  const openButton = (path: 'import' | 'bulk-edit', label: TextKey) => (
    <Button onClick={() => open(path)}>{text(label)}</Button>
  );

  return (
    <ListPage
      name="devices"
      heading="devices.info.heading"
      bullets={
        mayAdd
          ? ['devices.info.what', 'devices.info.add', 'devices.info.link']
          : ['devices.info.what', 'devices.info.link']
      }
    >
      <ListView
        list={list}
        label={text('pages.devices')}
        columns={columnsFor(readSession()?.user.userRole ?? 'none')}
        searchable
        actions={
          <>
            {mayAdd && openButton('import', 'devices.import.title')}
            {mayGiveAway && openButton('bulk-edit', 'devices.bulk.title')}
            {addButton}
          </>
        }
        empty={{
          title: text('devices.empty.title'),
          what: text(mayAdd ? 'devices.empty.what' : 'devices.empty.whatAssistant'),
          action: addButton,
        }}
      />
      {mayAdd && (
        <Dialogs>
          <Route path="create" element={<DeviceCreate onClose={close} />} />
          <Route path=":name/edit" element={<DeviceEdit onClose={close} />} />
          <Route path="import" element={<DeviceImport onClose={close} />} />
          {mayGiveAway && <Route path="bulk-edit" element={<BulkEdit onClose={close} />} />}
        </Dialogs>
      )}
    </ListPage>
  );
}
