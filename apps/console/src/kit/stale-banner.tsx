import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useNow } from '../live/clock.ts';
import { MINUTE_MS, timeOrDate } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { Icon } from './icon.tsx';
import { WhyItFailed } from './picture.tsx';

interface Props {
  error: unknown;
  /** When the rows below were last known to be right. */
  asOf: number;
  /** What stands below in their place. */
  shown?: string | undefined;
  onRetry: () => void;
}

/** Above rows that could not be loaded anew: says why, and how old they are. */
export const StaleBanner = ({ error, asOf, shown, onRetry }: Props) => {
  const text = useText();
  const now = useNow(MINUTE_MS);
  return (
    <Alert
      severity="warning"
      icon={<Icon name="warning" />}
      action={<Button onClick={onRetry}>{text('list.retry')}</Button>}
      sx={{ alignItems: 'center', borderRadius: 0 }}
    >
      <WhyItFailed error={error} /> {shown ?? text('list.asOf', { time: timeOrDate(asOf, now) })}
    </Alert>
  );
};
