import { SILENT_AFTER_MS } from '@telemon/contracts/devices/device-states';
import { useNow } from '../live/clock.ts';
import { fullTime, timeOrDate } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import type { DeviceState } from '@telemon/contracts/devices/device-states';
import { StateChip } from './state-chip.tsx';

const STEP_MS = 5_000;

interface Props {
  state: DeviceState;
  /** In epoch milliseconds. */
  lastUpdated: number | null;
}

/** Since when a device is silent, as text; null while it sends readings. A firing device can be silent too. */
export const useSilence = ({ state, lastUpdated }: Props): string | null => {
  const text = useText();
  const now = useNow(STEP_MS);
  if (lastUpdated === null || (state !== 'silent' && now - lastUpdated <= SILENT_AFTER_MS)) return null;
  return text('states.silentSince', { time: timeOrDate(lastUpdated, now) });
};

export const SilentChip = (props: Props) => {
  const words = useSilence(props);
  return (
    words && (
      <StateChip state="silent">
        <span title={fullTime(props.lastUpdated!)}>{words}</span>
      </StateChip>
    )
  );
};
