import { StateChip } from '../devices/state-chip.tsx';
import { useNow } from '../live/clock.ts';
import { fullTime, lasting } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';

const STEP_MS = 15_000;

/** How long it lasted; while it lasts, since when. */
export const ClearedAt = ({ triggeredAt, clearedAt }: { triggeredAt: string; clearedAt: string | null }) => {
  const text = useText();
  const now = useNow(STEP_MS);
  const began = Date.parse(triggeredAt);
  if (clearedAt === null) {
    return (
      <StateChip state="firing">{text('alerts.firingFor', { time: lasting(now - began, text) })}</StateChip>
    );
  }
  const ended = Date.parse(clearedAt);
  return (
    <time dateTime={clearedAt} title={fullTime(ended)}>
      {text('alerts.clearedAfter', { time: lasting(ended - began, text) })}
    </time>
  );
};
