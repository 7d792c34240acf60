import { useNow } from '../live/clock.ts';
import { fullTime, timeOrDate } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { StateChip } from './state-chip.tsx';

const STEP_MS = 5_000;

/**
 * Since when a device is silent, as text; null while it is not. A firing device can be silent too.
 * @param silentSince In epoch milliseconds
 */
export const useSilence = (silentSince: number | null): string | null => {
  const text = useText();
  const now = useNow(STEP_MS);
  return silentSince === null ? null : text('states.silentSince', { time: timeOrDate(silentSince, now) });
};

export const SilentChip = ({ silentSince }: { silentSince: number | null }) => {
  const words = useSilence(silentSince);
  return (
    words && (
      <StateChip state="silent">
        <span title={fullTime(silentSince!)}>{words}</span>
      </StateChip>
    )
  );
};
