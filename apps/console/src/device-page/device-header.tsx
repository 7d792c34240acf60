import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import { hasDepth } from '@telemon/contracts/devices/devices';
import { useLocation, useNavigate } from 'react-router';
import { RateChip } from '../devices/rate-chip.tsx';
import { StateChip } from '../devices/state-chip.tsx';
import { stateOf } from '../devices/device-state.ts';
import { DevicePicker } from '../form/device-picker.tsx';
import { devicePath } from '../layout/pages.ts';
import { TimeAgo } from '../list/time-ago.tsx';
import { useNow } from '../live/clock.ts';
import { useLiveDevice } from '../live/live-context.ts';
import { formatValue } from '../texts/numbers.ts';
import { fullTime, lasting, timeOrDate } from '../texts/time.ts';
import { nameAndUnit, withUnit } from '../texts/units.ts';
import { useText, type Text } from '../texts/use-text.ts';
import { BatteryIcon } from './battery-icon.tsx';
import { Bone } from './bone.tsx';
import { useFirings, usePresent } from './use-device-page.ts';
import styles from './device-header.module.css';

type Firing = NonNullable<ReturnType<typeof useFirings>>[number];

const firingWords = (firings: Firing[] | undefined, now: number, text: Text): string => {
  const first = firings?.[0];
  if (!first) return text('states.firing');
  const rule = text('device.firing', {
    type: first.alertType,
    value: withUnit(first.criteria.values.map(formatValue).join(' · '), nameAndUnit(first.sensorName).unit),
    time: lasting(now - Date.parse(first.triggeredAt), text),
  });
  return firings.length === 1 ? rule : text('device.firingMore', { rule, count: firings.length - 1 });
};

interface Props {
  deviceName: string;
  /** Undefined until it has come; the places are kept for it. */
  data: DeviceDashboard | undefined;
  answeredAt: number;
}

const State = ({ deviceName, data, answeredAt }: Props) => {
  const text = useText();
  const now = useNow(5_000);
  const firings = useFirings(deviceName);
  const present = usePresent(data, deviceName, answeredAt);
  if (!present) {
    return (
      <span className={styles.stateToCome}>
        <Bone width={120} />
      </span>
    );
  }
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
          {text('states.silentSince', { time: timeOrDate(present.lastUpdated, now) })}
        </span>
      </StateChip>
    );
  }
  return <StateChip state={state}>{text(`states.${state}`)}</StateChip>;
};

const Facts = ({ deviceName, data, answeredAt }: Props) => {
  const text = useText();
  const live = useLiveDevice(deviceName);
  const present = usePresent(data, deviceName, answeredAt);
  const battery = live.battery ?? data?.latestData.battery;
  const imei = data?.deviceInfo.metaData.IMEI;
  return (
    <dl className={styles.facts}>
      <div>
        <dt className="only-read-aloud">{text('device.name')}</dt>
        <dd className="quiet">{deviceName}</dd>
      </div>
      <div>
        <dt>{text('device.updated')}</dt>
        <dd>
          {!present ? (
            <Bone width={64} />
          ) : present.lastUpdated === null ? (
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
            {battery === undefined ? (
              <Bone width={80} />
            ) : (
              <>
                {battery.toFixed(2)} <span className="unit">V</span> <BatteryIcon volts={battery} />
              </>
            )}
          </dd>
        </div>
      )}
      {data && hasDepth(data.deviceInfo.template) && (
        <div>
          <dt>{text('device.imei')}</dt>
          <dd>{!imei || imei === '0' ? '-' : imei}</dd>
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
      <State deviceName={deviceName} data={data} answeredAt={answeredAt} />
      {data?.deviceInfo.beyondRate && <RateChip />}
      <Facts deviceName={deviceName} data={data} answeredAt={answeredAt} />
    </header>
  );
};
