import { memo, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { StateChip, StateIcon } from '../devices/state-chip.tsx';
import type { DeviceState } from '../devices/device-state.ts';
import { presentOf } from '../devices/present-state.ts';
import { devicePath } from '../layout/pages.ts';
import { TimeAgo } from '../list/time-ago.tsx';
import { useNow } from '../live/clock.ts';
import { useLiveDevice } from '../live/live-context.ts';
import { valueOrDash } from '../texts/numbers.ts';
import { MINUTE_MS, fullTime, timeOrDate } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { sensorValues } from './sensor-values.ts';
import { Sparkline } from './sparkline.tsx';
import type { HomeDevice } from './use-home.ts';
import styles from './device-card.module.css';

/** True for a moment after the state has changed, so that the change is seen once. */
const useJustChanged = (state: DeviceState): boolean => {
  const before = useRef(state);
  const [changed, setChanged] = useState(false);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    setChanged(true);
    const timer = setTimeout(() => setChanged(false), 1_200);
    return () => clearTimeout(timer);
  }, [state]);
  return changed;
};

const StateWord = ({ state, lastUpdated }: { state: DeviceState; lastUpdated: number | null }) => {
  const text = useText();
  const now = useNow(MINUTE_MS);
  if (state !== 'silent' || lastUpdated === null) return <>{text(`states.${state as 'normal'}`)}</>;
  return (
    <span title={fullTime(lastUpdated)}>
      {text('states.silentSince', { time: timeOrDate(lastUpdated, now) })}
    </span>
  );
};

/** A device at a glance: its state, its present values over the last day, and the documents' fields. */
export const DeviceCard = memo(({ device }: { device: HomeDevice }) => {
  const text = useText();
  const live = useLiveDevice(device.deviceName);
  const { lastUpdated } = presentOf(device, live);
  const changed = useJustChanged(device.state);
  const isNewer = live.receivedAt !== null && live.receivedAt === lastUpdated;
  const current = device.present.current.map((value, channel) =>
    isNewer ? (live.current[channel] ?? value) : value,
  );
  const line = device.present.lastDay;
  // The line ends at the value beside it, which may be newer than what its last half hour came to.
  const isOnLine = isNewer || typeof line.at(-1) === 'number';
  // The header is the documents' green or red, by the status alone; silence is said on it in its own colour.
  const isFiring = device.state === 'firing';
  const isPlain = isFiring || device.state === 'normal';
  return (
    <article className={styles.card}>
      <header
        className={`${styles.header} ${isFiring ? styles.red : styles.green} ${changed ? styles.changed : ''}`}
      >
        {isPlain ? (
          <>
            <StateIcon state={device.state} size={18} />
            <span className={styles.state}>{text(`states.${device.state}`)}</span>
          </>
        ) : (
          <StateChip state={device.state}>
            <StateWord state={device.state} lastUpdated={lastUpdated} />
          </StateChip>
        )}
        <Link to={devicePath(device.deviceName)} className={styles.name}>
          {device.deviceName}
        </Link>
      </header>
      <div className={styles.body}>
        <h2 className={styles.alias}>
          <Link to={devicePath(device.deviceName)}>{device.deviceAlias}</Link>
        </h2>
        <div className={styles.present}>
          <ul className={styles.values}>
            {sensorValues(device, current).map(({ name, unit, value, channel }) => (
              <li key={channel} title={name}>
                <strong>
                  {valueOrDash(value)} <span className="unit">{unit}</span>
                </strong>
                <span>{name}</span>
              </li>
            ))}
          </ul>
          <Sparkline values={isOnLine ? [...line.slice(0, -1), current[0] ?? null] : line} />
        </div>
        <dl className={styles.fields}>
          <dt>{text('home.card.customer')}</dt>
          <dd>{device.company || '–'}</dd>
          <dt>{text('home.card.location')}</dt>
          <dd>{device.location || '–'}</dd>
          <dt>{text('home.card.sensors')}</dt>
          <dd title={device.sensors.join(', ')}>{device.sensors.join(', ') || '–'}</dd>
          <dt>{text('home.card.lastUpdated')}</dt>
          <dd>
            {lastUpdated === null ? text('home.card.notReported') : <TimeAgo at={lastUpdated} precise />}
          </dd>
        </dl>
      </div>
    </article>
  );
});
