import Skeleton from '@mui/material/Skeleton';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import { hasDepth } from '@telemon/contracts/devices/devices';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useFiringWords } from '../alert/firing-words.ts';
import { stateOf } from '../state/device-state.ts';
import { DevicePicker } from '../device/device-picker.tsx';
import { RateChip } from '../device/rate-chip.tsx';
import { SilentChip } from '../state/silent-chip.tsx';
import { StateChip } from '../state/state-chip.tsx';
import { devicePath } from '../data/pages.ts';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useNow } from '../live/clock.ts';
import { useLiveDevice } from '../live/live-context.ts';
import { useText } from '../texts/use-text.ts';
import { BatteryIcon } from './battery-icon.tsx';
import { useFirings, usePresent } from './use-device-page.ts';
import styles from './device-header.module.css';

interface Props {
  deviceName: string;
  /** Undefined until it has come; the places are kept for it. */
  data: DeviceDashboard | undefined;
  answeredAt: number;
}

/** The state in words; a device that fires can be silent at once. */
const State = ({ deviceName, data, answeredAt }: Props) => {
  const text = useText();
  const now = useNow(5_000);
  const rule = useFiringWords(useFirings(deviceName));
  const present = usePresent(data, deviceName, answeredAt);
  if (!present) return <Skeleton width={120} height={24} />;
  const state = stateOf(present, now);
  return (
    <>
      {state === 'firing' && (
        <StateChip state="firing" solid>
          {rule === null ? text('states.firing') : text('device.firing', { rule })}
        </StateChip>
      )}
      <SilentChip state={state} lastUpdated={present.lastUpdated} />
      {(state === 'normal' || state === 'waiting') && (
        <StateChip state={state}>{text(`states.${state}`)}</StateChip>
      )}
    </>
  );
};

const Fact = ({ name, isHidden, children }: { name: string; isHidden?: boolean; children: ReactNode }) => (
  <div>
    <dt className={isHidden ? 'only-read-aloud' : undefined}>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Facts = ({ deviceName, data, answeredAt }: Props) => {
  const text = useText();
  const live = useLiveDevice(deviceName);
  const lastUpdated = usePresent(data, deviceName, answeredAt)?.lastUpdated;
  const battery = live.battery ?? data?.latestData.battery;
  const imei = data?.deviceInfo.metaData.IMEI;
  return (
    <dl className={styles.facts}>
      <Fact name={text('device.name')} isHidden>
        <span className="quiet">{deviceName}</span>
      </Fact>
      <Fact name={text('device.updated')}>
        {lastUpdated === undefined && <Skeleton width={64} />}
        {lastUpdated === null && text('home.card.notReported')}
        {typeof lastUpdated === 'number' && <TimeAgo at={lastUpdated} precise />}
      </Fact>
      {battery !== null && (
        <Fact name={text('device.battery')}>
          {battery === undefined ? (
            <Skeleton width={80} />
          ) : (
            <>
              {battery.toFixed(2)} <span className="unit">V</span> <BatteryIcon volts={battery} />
            </>
          )}
        </Fact>
      )}
      {data && hasDepth(data.deviceInfo.template) && (
        <Fact name={text('device.imei')}>{!imei || imei === '0' ? '-' : imei}</Fact>
      )}
    </dl>
  );
};

/** Which device, its state, its last reading and its battery. */
export const DeviceHeader = (props: Props) => {
  const { deviceName, data } = props;
  const text = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const goTo = (name: string | null) => {
    if (name === null || name === deviceName) return;
    const next = new URLSearchParams(search);
    for (const ofThisDevice of ['sensor', 'criteria', 'message']) next.delete(ofThisDevice);
    void navigate({ pathname: devicePath(name), search: next.toString() });
  };
  return (
    <header className={styles.header}>
      <div className={styles.picker}>
        <DevicePicker id="device" label={text('device.selector')} value={deviceName} onChange={goTo} />
      </div>
      <State {...props} />
      {data?.deviceInfo.beyondRate && <RateChip />}
      <Facts {...props} />
    </header>
  );
};
