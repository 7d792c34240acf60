import { dateOf, fullTime, timeWithSeconds } from '../texts/time.ts';
import styles from './moment.module.css';

/** When a reading was made, to the second; in a narrow column the time goes below its date. */
export const Moment = ({ at }: { at: number | string }) => (
  <time dateTime={new Date(at).toISOString()} title={fullTime(at)} className={styles.moment}>
    <span>{dateOf(at)}</span> <span>{timeWithSeconds(at)}</span>
  </time>
);
