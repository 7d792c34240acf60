import { useNow } from '../live/clock.ts';
import { useStreamState } from '../live/live-context.ts';
import { MINUTE_MS, fullTime, timeOrDate } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { Icon } from './icon.tsx';
import styles from './stream-chip.module.css';

/** How the live stream stands, in the bar of every page; on a phone as an icon, and below the bar once it is amiss. */
export const StreamChip = () => {
  const text = useText();
  const now = useNow(MINUTE_MS);
  const state = useStreamState();
  const words = {
    connecting: () => text('stream.connecting'),
    live: () => text('stream.live'),
    reconnecting: () => text('stream.reconnecting'),
    stale: (since: number) => text('stream.stale', { time: timeOrDate(since, now) }),
  };
  const since = 'since' in state ? state.since : null;
  return (
    <span
      className={`${styles.chip} ${styles[state.kind]}`}
      role="status"
      title={since === null ? text('stream.explained') : text('stream.lost', { time: fullTime(since) })}
    >
      <span className={styles.dot} />
      <Icon name={state.kind === 'live' ? 'live' : 'waiting'} className={styles.icon} />
      <span className={styles.word}>{words[state.kind](since ?? 0)}</span>
    </span>
  );
};
