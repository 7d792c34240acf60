import { Button, Paper, Stack } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { useHeldError } from '../data/held-error.ts';
import { statusOf } from '../data/refusal.ts';
import { DevicePicker } from '../device/device-picker.tsx';
import { NoSuchDevice } from '../device/no-such-device.tsx';
import { useNameThing } from '../frame/page-title.ts';
import { devicePath, PAGES } from '../data/pages.ts';
import { Failed, Picture } from '../kit/picture.tsx';
import { StaleSaidContext } from '../kit/resource-list.tsx';
import { StaleBanner } from '../kit/stale-banner.tsx';
import { useText } from '../texts/use-text.ts';
import { DeviceBody } from './device-body.tsx';
import { DeviceHeader } from './device-header.tsx';
import { DeviceTabs } from './device-tabs.tsx';
import { FilterBar } from './filter-bar.tsx';
import { PresentValues } from './present-values.tsx';
import { useDeviceAddress } from './use-device-address.ts';
import { useDevicePage } from './use-device-page.ts';

/** The page of the device with this name. */
const Device = ({ deviceName }: { deviceName: string }) => {
  const text = useText();
  const { sensor, range, zoom } = useDeviceAddress().view;
  const page = { deviceName, sensor, range, zoom };
  const query = useDevicePage(page);
  const { standing } = query;
  const error = useHeldError(query);
  const queryClient = useQueryClient();
  const data = standing?.data;
  const answeredAt = standing?.answeredAt ?? 0;
  // The former data is shown: another sensor or range is loading, or could not be loaded.
  const isBefore = standing !== null && query.data === undefined;
  // The page has one Retry button, which reloads everything on it.
  const retry = () => void queryClient.refetchQueries({ type: 'active' });
  useNameThing(data?.deviceInfo.deviceAlias);

  // The device was deleted, or the user may not see it any more: nothing of it stays on the page.
  if (statusOf(error) === 404) {
    return (
      <NoSuchDevice deviceName={deviceName}>
        <Button component={Link} to={PAGES.devices.path}>
          {text('pages.devices')}
        </Button>
      </NoSuchDevice>
    );
  }
  if (standing === null && error !== null) {
    // The filter bar stays, so that the user can narrow a range with too much data.
    return (
      <>
        <FilterBar sensors={undefined} />
        <Failed error={error} onRetry={retry} />
      </>
    );
  }
  return (
    <>
      <DeviceHeader deviceName={deviceName} data={data} answeredAt={answeredAt}>
        <PresentValues data={data} answeredAt={answeredAt} />
      </DeviceHeader>
      <FilterBar sensors={data?.sensorTypes} />
      {error !== null && (
        <StaleBanner
          error={error}
          asOf={answeredAt}
          shown={isBefore ? text('chart.before') : undefined}
          onRetry={retry}
        />
      )}
      <DeviceBody deviceName={deviceName} standing={standing} isChanging={isBefore && error === null} />
      <StaleSaidContext value={error !== null}>
        <DeviceTabs page={standing?.page ?? page} data={data} answeredAt={answeredAt} />
      </StaleSaidContext>
    </>
  );
};

const ChooseDevice = () => {
  const navigate = useNavigate();
  return (
    <Paper variant="outlined">
      <Picture icon="device" title="device.choose" what="device.chooseWhat">
        <Stack sx={{ width: 'min(360px, 80vw)' }}>
          <DevicePicker value={null} onChange={(name) => void navigate(devicePath(name))} />
        </Stack>
      </Picture>
    </Paper>
  );
};

/** Opened with a device's name in the address, or in the navigation state's `id`. */
export default function DevicePage() {
  const navigate = useNavigate();
  const { deviceName } = useParams();
  const { state } = useLocation();
  const inState = (state as { id?: unknown } | null)?.id;

  useEffect(() => {
    if (deviceName === undefined && typeof inState === 'string') {
      void navigate(devicePath(inState), { replace: true });
    }
  }, [deviceName, inState, navigate]);

  if (deviceName === undefined) return <ChooseDevice />;
  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      <Device key={deviceName} deviceName={deviceName} />
    </Stack>
  );
}
