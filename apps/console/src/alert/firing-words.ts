import type { AlertLogEntry } from '@telemon/contracts/alerting/alerts';
import { useNow } from '../live/clock.ts';
import { lasting } from '../texts/time.ts';
import { nameAndUnit, setPointInWords, withUnit } from '../texts/units.ts';
import { useText } from '../texts/use-text.ts';

const STEP_MS = 5_000;

/** Which alert of a device fires, and for how long: "Above 8 °C for 12 min, and 1 more"; null if it is not known. */
export const useFiringWords = (firings: readonly AlertLogEntry[]): string | null => {
  const text = useText();
  const now = useNow(STEP_MS);
  const [first, ...others] = firings.filter(({ cause }) => cause !== 'silence');
  if (first === undefined || first.criteria === null) return null;
  const rule = text('device.firingRule', {
    type: first.alertType,
    value: withUnit(setPointInWords(first.criteria.values), nameAndUnit(first.sensorName ?? '').unit),
    time: lasting(now - Date.parse(first.triggeredAt), text),
  });
  return others.length === 0 ? rule : text('device.firingMore', { rule, count: others.length });
};
