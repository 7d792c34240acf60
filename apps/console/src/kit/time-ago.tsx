import { useNow } from '../live/clock.ts';
import { ago, fullTime } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';

const STEP_MS = 5_000;

interface Props {
  at: number | string;
  /** Updates every second rather than every five. */
  precise?: boolean;
}

/** "3 min ago", with the full local time as tooltip. */
export const TimeAgo = ({ at, precise }: Props) => {
  const text = useText();
  const now = useNow(precise ? 1_000 : STEP_MS);
  const time = new Date(at).getTime();
  return (
    <time dateTime={new Date(time).toISOString()} title={fullTime(time)}>
      {ago(time, now, text)}
    </time>
  );
};
