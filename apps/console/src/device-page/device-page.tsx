import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useHeldError } from '../data/held-error.ts';
import { statusOf } from '../data/refusal.ts';
import { NoSuchDevice } from '../devices/no-such-device.tsx';
import { DevicePicker } from '../form/device-picker.tsx';
import { devicePath } from '../layout/pages.ts';
import { Failed } from '../list/failed.tsx';
import { Picture } from '../list/picture.tsx';
import { StaleBanner } from '../list/stale-banner.tsx';
import { useText } from '../texts/use-text.ts';
import { DeviceBody } from './device-body.tsx';
import { DeviceHeader } from './device-header.tsx';
import { DeviceTabs } from './device-tabs.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useDeviceAddress } from './use-device-address.ts';
import { useDevicePage } from './use-device-page.ts';
import styles from './device-page.module.css';

/** The page of one device, once it is known which. */
const Device = ({ deviceName }: { deviceName: string }) => {
  const { sensor, range } = useDeviceAddress();
  const page = { deviceName, sensor, range };
  const query = useDevicePage(page);
  const { data, isPlaceholderData, dataUpdatedAt } = query;
  const error = useHeldError(query);
  const queryClient = useQueryClient();
  const isStale = error !== null && !isPlaceholderData;
  // The page's one Retry is for all that stands on it.
  const retry = () => void queryClient.refetchQueries({ type: 'active' });

  // Who saw it a moment ago may not any more: nothing of it is left on the page.
  if (statusOf(error) === 404) return <NoSuchDevice deviceName={deviceName} />;
  if (data === undefined && error !== null) {
    // A range that holds too much to show is narrowed here.
    return (
      <>
        <FilterBar sensors={undefined} />
        <Failed error={error} onRetry={retry} />
      </>
    );
  }
  return (
    <>
      <DeviceHeader deviceName={deviceName} data={data} answeredAt={dataUpdatedAt} />
      <FilterBar sensors={data?.sensorTypes} />
      {isStale && <StaleBanner error={error} asOf={dataUpdatedAt} onRetry={retry} />}
      <DeviceBody page={page} data={data} answeredAt={dataUpdatedAt} isChanging={isPlaceholderData} />
      <DeviceTabs page={page} data={data} isSaid={isStale} />
    </>
  );
};

/** Reached with a device's name in the address, or as the state's `id`. */
export default function DevicePage() {
  const text = useText();
  const navigate = useNavigate();
  const { deviceName } = useParams();
  const { state } = useLocation();
  const inState = (state as { id?: unknown } | null)?.id;

  useEffect(() => {
    if (deviceName === undefined && typeof inState === 'string') {
      void navigate(devicePath(inState), { replace: true });
    }
  }, [deviceName, inState, navigate]);

  if (deviceName !== undefined) {
    return (
      <div className={styles.page}>
        <Device key={deviceName} deviceName={deviceName} />
      </div>
    );
  }
  return (
    <div className={styles.choose}>
      <Picture icon="device" title={text('device.choose')} what={text('device.chooseWhat')}>
        <div className={styles.picker}>
          <DevicePicker
            id="device"
            label={text('device.selector')}
            value={null}
            onChange={(name) => name !== null && void navigate(devicePath(name))}
          />
        </div>
      </Picture>
    </div>
  );
}
