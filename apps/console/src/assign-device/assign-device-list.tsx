import { Box, Radio } from '@mui/material';
import type { Assignment } from '@telemon/contracts/devices/assignments';
import { Route } from 'react-router';
import { DeviceLink } from '../kit/device-link.tsx';
import { Column, RowNumber } from '../kit/column.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { ListInfo, infoOf } from '../kit/list-info.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { useText } from '../texts/use-text.ts';
import { Assistants } from './assistants.tsx';
import { useChosen, useShowAssistants } from './use-chosen.ts';

const AssignDeviceCreate = lazyPart(() => import('./assign-device-create.tsx'));

type Row = Assignment & { id: string };

const Device = ({ device: { deviceName, deviceAlias }, isChosen }: { device: Row; isChosen: boolean }) => {
  const text = useText();
  const show = useShowAssistants();
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}
    >
      <Radio
        name="device"
        size="small"
        checked={isChosen}
        onChange={() => show(deviceName)}
        slotProps={{
          input: { 'aria-label': text('resources.assignDevice.showAssistants', { name: deviceAlias }) },
        }}
        sx={{ p: 0.5 }}
      />
      <DeviceLink deviceName={deviceName}>{deviceAlias}</DeviceLink>
      <span className="quiet">{deviceName}</span>
    </Box>
  );
};

/** Assign Devices: the assigned devices, and the assistants of the device in the address. */
export default function AssignDeviceList() {
  const chosen = useChosen();
  return (
    <>
      <ListInfo {...infoOf('assignDevice', 'what', 'live')} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
          alignItems: 'start',
          gap: 2,
        }}
      >
        <ResourceList<Row>
          exported="assignedDevice"
          label="resources.assignDevice.devices"
          rowTone={({ deviceName }) => (deviceName === chosen ? 'chosen' : undefined)}
          dialogs={<Route path="create" element={<AssignDeviceCreate />} />}
        >
          <RowNumber />
          <Column<Row>
            source="deviceAlias"
            label="resources.assignDevice.columns.device"
            onCard="title"
            isFixed
            className="wraps"
            render={(device) => <Device device={device} isChosen={device.deviceName === chosen} />}
          />
          <Column<Row>
            source="managerName"
            label="resources.assignDevice.columns.manager"
            className="wraps"
          />
        </ResourceList>
        <Assistants deviceName={chosen} />
      </Box>
    </>
  );
}
