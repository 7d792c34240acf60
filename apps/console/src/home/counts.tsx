import { Link } from 'react-router';
import { useAlertPaths } from '../alert/use-alert-paths.ts';
import type { ShownState } from '@telemon/contracts/devices/device-states';
import { StateIcon } from '../state/state-chip.tsx';
import { formatExactly } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import type { HomeDevice } from './use-home.ts';
import styles from './counts.module.css';

/** Both are undefined while loading. */
interface Props {
  devices: HomeDevice[] | undefined;
  pending: number | undefined;
  onFiring: () => void;
}

/** The fleet in four counts. Counts above zero that need attention are highlighted. */
export const Counts = ({ devices, pending, onFiring }: Props) => {
  const text = useText();
  const paths = useAlertPaths();
  const countOf = (state: ShownState) => devices?.filter((device) => device.state === state).length;
  const [firing, silent] = [countOf('firing'), countOf('silent')];
  const number = (count: number | undefined, state?: ShownState) => (
    <>
      {state && Boolean(count) && <StateIcon state={state} />}
      <strong>{count === undefined ? '–' : formatExactly(count)}</strong>
    </>
  );
  return (
    <ul className={styles.counts}>
      <li className={styles.count}>
        {number(devices?.length)}
        {text('home.counts.devices', { smart_count: devices?.length ?? 0 })}
      </li>
      <li>
        <button type="button" className={`${styles.count} ${firing ? styles.firing : ''}`} onClick={onFiring}>
          {number(firing, 'firing')}
          {text('home.counts.firing')}
        </button>
      </li>
      <li className={`${styles.count} ${silent ? styles.silent : ''}`}>
        {number(silent, 'silent')}
        {text('home.counts.silent', { smart_count: silent ?? 0 })}
      </li>
      <li>
        <Link className={`${styles.count} ${pending ? styles.pending : ''}`} to={paths.pending}>
          {number(pending)}
          {text('home.counts.toAcknowledge')}
        </Link>
      </li>
    </ul>
  );
};
