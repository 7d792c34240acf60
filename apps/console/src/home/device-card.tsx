import { Fragment, memo, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useFiringWords } from '../alert/firing-words.ts';
import type { ShownState } from '@telemon/contracts/devices/device-states';
import { usePresentValues } from '../state/sensor-values.ts';
import { SilentChip } from '../state/silent-chip.tsx';
import { StateChip, StateIcon } from '../state/state-chip.tsx';
import { devicePath } from '../data/pages.ts';
import { TimeAgo } from '../kit/time-ago.tsx';
import { valueOrDash } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import { Sparkline } from './sparkline.tsx';
import type { HomeDevice } from './use-home.ts';
import styles from './device-card.module.css';

/** True briefly after the state has changed, for an animation. */
const useJustChanged = (state: ShownState): boolean => {
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

/**
 * The header has the documented green or red, by the status alone; it shows silence and waiting in their own colours, silence
 * also while the device fires.
 */
const Header = ({ device, silentSince }: { device: HomeDevice; silentSince: number | null }) => {
  const text = useText();
  const { state, deviceName } = device;
  const colour = state === 'firing' ? styles.red : styles.green;
  return (
    <header className={`${styles.header} ${colour} ${useJustChanged(state) ? styles.changed : ''}`}>
      {(state === 'normal' || state === 'firing') && (
        <>
          <StateIcon state={state} size={18} />
          <span>{text(`states.${state}`)}</span>
        </>
      )}
      {state === 'waiting' && <StateChip state={state}>{text('states.waiting')}</StateChip>}
      <SilentChip silentSince={silentSince} />
      <Link to={devicePath(deviceName)}>{deviceName}</Link>
    </header>
  );
};

/** A device's state, its current values with the last day, and the documented fields. */
export const DeviceCard = memo(({ device }: { device: HomeDevice }) => {
  const text = useText();
  const { lastUpdated, silentSince, isNewer, values } = usePresentValues(device);
  const { lastDay } = device.present;
  // The line ends at the current value, which may be newer than its last half hour.
  const isOnLine = isNewer || typeof lastDay.at(-1) === 'number';
  const line = isOnLine ? [...lastDay.slice(0, -1), values[0]?.value ?? null] : lastDay;
  const firing = useFiringWords(device.firings);
  const fields = [
    ['customer', device.company || '–'],
    ['location', device.location || '–'],
    ['sensors', device.sensors.join(', ') || '–'],
    [
      'lastUpdated',
      lastUpdated === null ? text('home.card.notReported') : <TimeAgo key="at" at={lastUpdated} precise />,
    ],
  ] as const;
  return (
    <article className={styles.card}>
      <Header device={device} silentSince={silentSince} />
      <div className={styles.body}>
        <h2>
          <Link to={devicePath(device.deviceName)}>{device.deviceAlias}</Link>
        </h2>
        {device.state === 'firing' && firing && <p>{firing}</p>}
        <ul className={styles.present}>
          {values.map(({ name, unit, value, channel }, place) => (
            <li key={channel} title={name}>
              <strong>
                {valueOrDash(value)} <span className="unit">{unit}</span>
              </strong>
              <span>{name}</span>
              {place === 0 && <Sparkline values={line} />}
            </li>
          ))}
        </ul>
        <dl>
          {fields.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{text(`home.card.${name}`)}</dt>
              <dd title={typeof value === 'string' ? value : undefined}>{value}</dd>
            </Fragment>
          ))}
        </dl>
      </div>
    </article>
  );
});
