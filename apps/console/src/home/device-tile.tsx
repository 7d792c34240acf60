import { memo } from 'react';
import { Link } from 'react-router';
import { useFiringWords } from '../alert/firing-words.ts';
import { usePresentValues } from '../state/sensor-values.ts';
import { useSilence } from '../state/silent-chip.tsx';
import { StateIcon } from '../state/state-chip.tsx';
import { devicePath } from '../data/pages.ts';
import { valueOrDash } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import type { HomeDevice } from './use-home.ts';
import styles from './device-tile.module.css';

/** A device in little space: state, name and first value. */
export const DeviceTile = memo(({ device }: { device: HomeDevice }) => {
  const text = useText();
  const { state, deviceName, deviceAlias } = device;
  const { silentSince, values } = usePresentValues(device);
  const firing = useFiringWords(device.firings);
  const silence = useSilence(silentSince);
  const words = state === 'firing' ? (firing ?? text('states.firing')) : (silence ?? text(`states.${state}`));
  const [first] = values;
  return (
    <Link
      to={devicePath(deviceName)}
      className={`${styles.tile} ${styles[state]}`}
      title={[deviceAlias, words, silence !== words && silence].filter(Boolean).join('\n')}
    >
      <StateIcon state={state} size={18} />
      {state === 'firing' && silence && <StateIcon state="silent" size={18} />}
      <span>
        <strong>{deviceAlias}</strong>
        <small>{words}</small>
      </span>
      {first && (
        <span className="numbers">
          {valueOrDash(first.value)} <span className="unit">{first.unit}</span>
        </span>
      )}
    </Link>
  );
});
