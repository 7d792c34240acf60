import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import { useNow } from '../live/clock.ts';
import { MINUTE_MS, timeOrDate } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { WhyItFailed } from './failed.tsx';
import styles from './stale-banner.module.css';

interface Props {
  error: unknown;
  /** When what is shown was last known to be so. */
  asOf: number;
  onRetry: () => void;
  /** From edge to edge of a frame. */
  flush?: boolean;
}

/** Above what is left from before: why nothing newer could be had, and how old this is. */
export const StaleBanner = ({ error, asOf, onRetry, flush }: Props) => {
  const text = useText();
  const now = useNow(MINUTE_MS);
  return (
    <div className={`${styles.banner} ${flush ? styles.flush : ''}`} role="alert">
      <Icon name="warning" />
      <span>
        <WhyItFailed error={error} /> {text('list.asOf', { time: timeOrDate(asOf, now) })}
      </span>
      <Button onClick={onRetry}>{text('list.retry')}</Button>
    </div>
  );
};
