import { Button } from '@mui/material';
import { isAdmin } from '@telemon/contracts/actor';
import type { Device } from '@telemon/contracts/devices/devices';
import { CreateButton, useRecordContext } from 'react-admin';
import { Link, Route } from 'react-router';
import { may, mayDo } from '../data/access.ts';
import { readSession } from '../data/session.ts';
import { Column, RowActions, RowNumber } from '../kit/column.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { infoOf } from '../kit/list-info.tsx';
import { useListPath } from '../kit/list-path.ts';
import { Picture } from '../kit/picture.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { RowLink } from '../kit/row-link.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { NO_WIDTH, WIDE_PX, useHiddenAtFirst } from '../kit/use-hidden-at-first.ts';
import { useText } from '../texts/use-text.ts';
import { DeviceLink } from '../kit/device-link.tsx';
import { deviceFilters } from './device-filters.tsx';
import { LastReading, PresentConnection, PresentState } from './present-cells.tsx';
import { LateChip, RateChip, UnauthenticatedChip } from './warning-chips.tsx';

const DeviceCreate = lazyPart(() => import('./device-create.tsx'));
const DeviceEdit = lazyPart(() => import('./device-edit.tsx'));
const DeviceImport = lazyPart(() => import('./device-import.tsx'));
const NewMqttLogin = lazyPart(() => import('./new-mqtt-login.tsx'));
const UdpKeyDialog = lazyPart(() => import('./udp-key.tsx'));
const BulkEdit = lazyPart(() => import('./bulk-edit.tsx'));

type Row = Device & { id: string };

/** The documents do not have these columns. */
const RARE = { state: NO_WIDTH, lastUpdated: NO_WIDTH, presence: NO_WIDTH };
/** An admin's table also has the manager's name, so that only a wide one has room for these columns. */
const RARE_OF_ADMINS = { ...RARE, companyName: WIDE_PX, createdAt: WIDE_PX };

/** A long name leaves the other columns their space. */
const BREAKS = { overflowWrap: 'anywhere' } as const;

const Name = () => {
  const device = useRecordContext<Device>()!;
  const { deviceName, beyondRate, unauthenticated } = device;
  return (
    <>
      <DeviceLink deviceName={deviceName} /> {beyondRate && <RateChip />}{' '}
      {unauthenticated && <UnauthenticatedChip />} <LateChip device={device} />
    </>
  );
};

/** Buttons for many devices. */
const ManyAtOnce = () => {
  const text = useText();
  const { pathTo } = useListPath();
  return (
    <>
      {mayDo('device', 'create') && (
        <Button component={Link} to={pathTo('import')}>
          {text('resources.device.import.title')}
        </Button>
      )}
      {may('PATCH /bulkUpdate/device') && (
        <Button component={Link} to={pathTo('bulk-edit')}>
          {text('resources.device.bulk.title')}
        </Button>
      )}
    </>
  );
};

const NoDevices = () => {
  const { pathTo } = useListPath();
  const mayAdd = mayDo('device', 'create');
  return (
    <Picture
      icon="device"
      title="resources.device.empty"
      what={mayAdd ? 'resources.device.invite' : 'resources.device.noneAssigned'}
    >
      <ManyAtOnce />
      <CreateButton variant="contained" color="primary" to={pathTo('create')} scrollToTop={false} />
    </Picture>
  );
};

/** Manage Devices. Only admins see company and manager; assistants only read. */
export default function DeviceList() {
  const byAdmin = isAdmin(readSession()?.user.userRole ?? 'none');
  const mayChange = mayDo('device', 'edit');
  return (
    <ResourceList<Row>
      label="pages.devices"
      info={mayChange ? infoOf('device', 'what', 'add', 'link') : infoOf('device', 'what', 'link')}
      filters={deviceFilters}
      hiddenColumns={useHiddenAtFirst(byAdmin ? RARE_OF_ADMINS : RARE)}
      exported="device"
      actions={<ManyAtOnce />}
      empty={<NoDevices />}
      noMatch={<Picture icon="device" title="resources.device.filters.noneInState" />}
      dialogs={
        mayChange && (
          <>
            <Route path="create" element={<DeviceCreate />} />
            <Route path=":id/edit" element={<DeviceEdit />} />
            <Route path=":id/login" element={<NewMqttLogin />} />
            <Route path=":id/udp-key" element={<UdpKeyDialog />} />
            <Route path="import" element={<DeviceImport />} />
            {may('PATCH /bulkUpdate/device') && <Route path="bulk-edit" element={<BulkEdit />} />}
          </>
        )
      }
    >
      <RowNumber />
      <Column<Row>
        source="deviceName"
        label="resources.device.columns.deviceName"
        onCard="title"
        isFixed
        className="wraps"
        field={Name}
      />
      {byAdmin && (
        <Column<Row>
          source="companyName"
          label="resources.device.columns.companyName"
          className="wraps"
          sx={BREAKS}
        />
      )}
      <Column<Row>
        source="deviceAlias"
        label="resources.device.columns.deviceAlias"
        className="wraps"
        sx={BREAKS}
      />
      {byAdmin && (
        <Column<Row>
          source="managerName"
          label="resources.device.columns.managerName"
          className="wraps"
          sx={BREAKS}
        />
      )}
      <Column<Row> source="state" label="resources.device.columns.state" field={PresentState} />
      <Column<Row> source="lastUpdated" label="resources.device.columns.lastUpdated" field={LastReading} />
      <Column<Row> source="presence" label="resources.device.columns.presence" field={PresentConnection} />
      <Column<Row>
        source="createdAt"
        label="resources.device.columns.createdAt"
        render={({ createdAt }) => <TimeAgo at={createdAt} />}
      />
      {mayChange && (
        <RowActions>
          <RowLink icon="edit" label="resources.device.action.edit" part="edit" />
          <RowLink icon="key" label="resources.device.mqtt.renew" part="login" />
          <RowLink icon="lock" label="resources.device.udp.action" part="udp-key" />
          <DeleteButton<Row>
            what={({ deviceAlias: alias, deviceName: name }, text) =>
              text('resources.device.deleteWhat', { alias, name })
            }
          />
        </RowActions>
      )}
    </ResourceList>
  );
}
