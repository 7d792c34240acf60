import { Alert, Button } from '@mui/material';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { useNow } from '../live/clock.ts';
import { timeOrDate } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { Icon } from './icon.tsx';
import { WhyItFailed } from './picture.tsx';

interface Props {
  error: unknown;
  /** When the rows below were last up to date. */
  asOf: number;
  /** Describes other content below than rows. */
  shown?: string | undefined;
  onRetry: () => void;
}

/** Shown above rows that could not be refreshed, with the error and their age. */
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
