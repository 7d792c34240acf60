import type { DeviceDashboard } from '@telemon/contracts/dashboards';
import { useLocation, useNavigate } from 'react-router';
import { StateChip } from '../devices/state-chip.tsx';
import { stateOf } from '../devices/device-state.ts';
import { presentOf } from '../devices/present-state.ts';
import { DevicePicker } from '../form/device-picker.tsx';
import { devicePath } from '../layout/pages.ts';
import { TimeAgo } from '../list/time-ago.tsx';
import { useNow } from '../live/clock.ts';
import { useLiveDevice } from '../live/live-context.ts';
import { formatValue } from '../texts/numbers.ts';
import { fullTime, lasting, timeOfDay } from '../texts/time.ts';
import { nameAndUnit } from '../texts/units.ts';
import { useText, type Text } from '../texts/use-text.ts';
import { BatteryIcon } from './battery-icon.tsx';
import { useFirings } from './use-device-page.ts';
import styles from './device-header.module.css';

type Firing = NonNullable<ReturnType<typeof useFirings>>[number];

const firingWords = (firings: Firing[] | undefined, now: number, text: Text): string => {
  const first = firings?.[0];
  if (!first) return text('states.firing');
  const rule = text('device.firing', {
    type: first.alertType,
    value:
      `${first.criteria.values.map(formatValue).join(' · ')} ${nameAndUnit(first.sensorName).unit}`.trim(),
    time: lasting(now - Date.parse(first.triggeredAt), text),
  });
  return firings.length === 1 ? rule : text('device.firingMore', { rule, count: firings.length - 1 });
};

interface Props {
  deviceName: string;
  data: DeviceDashboard | undefined;
  answeredAt: number;
}

const State = ({ deviceName, data, answeredAt }: Props & { data: DeviceDashboard }) => {
  const text = useText();
  const now = useNow(5_000);
  const firings = useFirings(deviceName);
  const { status, lastUpdated } = data.deviceInfo;
  const present = presentOf({ status, lastUpdated, answeredAt }, useLiveDevice(deviceName));
  const state = stateOf(present, now);
  if (state === 'firing') {
    return (
      <StateChip state="firing" solid>
        {firingWords(firings, now, text)}
      </StateChip>
    );
  }
  if (state === 'silent' && present.lastUpdated !== null) {
    return (
      <StateChip state="silent">
        <span title={fullTime(present.lastUpdated)}>
          {text('states.silentSince', { time: timeOfDay(present.lastUpdated) })}
        </span>
      </StateChip>
    );
  }
  return <StateChip state={state}>{text(`states.${state}`)}</StateChip>;
};

const Facts = ({ deviceName, data, answeredAt }: Props & { data: DeviceDashboard }) => {
  const text = useText();
  const live = useLiveDevice(deviceName);
  const { template, metaData, status, lastUpdated } = data.deviceInfo;
  const present = presentOf({ status, lastUpdated, answeredAt }, live);
  const battery = live.battery ?? data.latestData.battery;
  const imei = metaData.IMEI === null || metaData.IMEI === '0' || metaData.IMEI === '' ? '-' : metaData.IMEI;
  return (
    <dl className={styles.facts}>
      <div>
        <dt className="only-read-aloud">{text('device.name')}</dt>
        <dd className="quiet">{deviceName}</dd>
      </div>
      <div>
        <dt>{text('device.updated')}</dt>
        <dd>
          {present.lastUpdated === null ? (
            text('home.card.notReported')
          ) : (
            <TimeAgo at={present.lastUpdated} precise />
          )}
        </dd>
      </div>
      {battery !== null && (
        <div>
          <dt>{text('device.battery')}</dt>
          <dd>
            {battery.toFixed(2)} <span className="unit">V</span> <BatteryIcon volts={battery} />
          </dd>
        </div>
      )}
      {template === 'Ultrasonic' && (
        <div>
          <dt>{text('device.imei')}</dt>
          <dd>{imei}</dd>
        </div>
      )}
    </dl>
  );
};

/** Which device, how it is, when it last spoke, and its battery. */
export const DeviceHeader = ({ deviceName, data, answeredAt }: Props) => {
  const text = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const goTo = (name: string | null) => {
    if (name === null || name === deviceName) return;
    const next = new URLSearchParams(search);
    for (const ofThisDevice of ['sensor', 'page', 'criteria', 'message']) next.delete(ofThisDevice);
    void navigate({ pathname: devicePath(name), search: next.toString() });
  };
  return (
    <header className={styles.header}>
      <div className={styles.picker}>
        <DevicePicker id="device" label={text('device.selector')} value={deviceName} onChange={goTo} />
      </div>
      {data && (
        <>
          <State deviceName={deviceName} data={data} answeredAt={answeredAt} />
          <Facts deviceName={deviceName} data={data} answeredAt={answeredAt} />
        </>
      )}
    </header>
  );
};
