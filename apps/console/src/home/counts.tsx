import { Link } from 'react-router';
import { StateIcon } from '../devices/state-chip.tsx';
import { PAGES } from '../layout/pages.ts';
import { useText } from '../texts/use-text.ts';
import type { HomeDevice } from './use-home.ts';
import styles from './counts.module.css';

interface Props {
  devices: HomeDevice[];
  /** Undefined until it is known. */
  pending: number | undefined;
  onFiring: () => void;
}

/** The fleet in four numbers. Zero is quiet; a number that asks for something is not. */
export const Counts = ({ devices, pending, onFiring }: Props) => {
  const text = useText();
  const firing = devices.filter(({ state }) => state === 'firing').length;
  const silent = devices.filter(({ state }) => state === 'silent').length;
  return (
    <ul className={styles.counts}>
      <li className={styles.count}>
        <strong>{devices.length.toLocaleString()}</strong>
        {text('home.counts.devices', { smart_count: devices.length })}
      </li>
      <li>
        <button
          type="button"
          className={`${styles.count} ${firing > 0 ? styles.firing : ''}`}
          onClick={onFiring}
        >
          {firing > 0 && <StateIcon state="firing" />}
          <strong>{firing.toLocaleString()}</strong>
          {text('home.counts.firing')}
        </button>
      </li>
      <li className={`${styles.count} ${silent > 0 ? styles.silent : ''}`}>
        {silent > 0 && <StateIcon state="silent" />}
        <strong>{silent.toLocaleString()}</strong>
        {text('home.counts.silent')}
      </li>
      <li>
        <Link
          className={`${styles.count} ${pending ? styles.pending : ''}`}
          to={`${PAGES.alerts.path}/log?status=Pending`}
        >
          <strong>{pending === undefined ? '–' : pending.toLocaleString()}</strong>
          {text('home.counts.toAcknowledge')}
        </Link>
      </li>
    </ul>
  );
};
