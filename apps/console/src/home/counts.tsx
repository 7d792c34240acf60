import { Link } from 'react-router';
import { StateIcon } from '../devices/state-chip.tsx';
import { PAGES } from '../layout/pages.ts';
import { useText } from '../texts/use-text.ts';
import type { HomeDevice } from './use-home.ts';
import styles from './counts.module.css';

/** Both are undefined until they are known. */
interface Props {
  devices: HomeDevice[] | undefined;
  pending: number | undefined;
  onFiring: () => void;
}

const numberOrDash = (count: number | undefined) => count?.toLocaleString() ?? '–';

/** The fleet in four numbers. Zero is quiet; a number that asks for something is not. */
export const Counts = ({ devices, pending, onFiring }: Props) => {
  const text = useText();
  const firing = devices?.filter(({ state }) => state === 'firing').length;
  const silent = devices?.filter(({ state }) => state === 'silent').length;
  return (
    <ul className={styles.counts}>
      <li className={styles.count}>
        <strong>{numberOrDash(devices?.length)}</strong>
        {text('home.counts.devices', { smart_count: devices?.length ?? 0 })}
      </li>
      <li>
        <button type="button" className={`${styles.count} ${firing ? styles.firing : ''}`} onClick={onFiring}>
          {Boolean(firing) && <StateIcon state="firing" />}
          <strong>{numberOrDash(firing)}</strong>
          {text('home.counts.firing')}
        </button>
      </li>
      <li className={`${styles.count} ${silent ? styles.silent : ''}`}>
        {Boolean(silent) && <StateIcon state="silent" />}
        <strong>{numberOrDash(silent)}</strong>
        {text('home.counts.silent')}
      </li>
      <li>
        <Link
          className={`${styles.count} ${pending ? styles.pending : ''}`}
          to={`${PAGES.alerts.path}/log?status=Pending`}
        >
          <strong>{numberOrDash(pending)}</strong>
          {text('home.counts.toAcknowledge')}
        </Link>
      </li>
    </ul>
  );
};
