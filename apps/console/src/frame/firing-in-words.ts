import { withSeverity } from '../alert/firing-words.ts';
import { measuredOf, periodOf, ruleOf, setPointOf } from '../alert/rule-words.ts';
import { ask } from '../data/ask.ts';
import { formatValue } from '../texts/numbers.ts';
import { timeOrDate } from '../texts/time.ts';
import { nameAndUnit, withUnit } from '../texts/units.ts';
import type { Text } from '../texts/use-text.ts';
import type { Fired } from './use-fired.ts';

/** The entry is searched in this many of the device's newest pending ones. */
const SEARCH_LIMIT = 20;

/** An entry as text; with values if it is found in the log. A silence is no alert, and grey. */
export interface Told {
  words: string;
  isSilence: boolean;
}

export const firingInWords = async ({ deviceName, entryId }: Fired, text: Text): Promise<Told> => {
  const found = await ask('GET /alertLog', { q: deviceName, status: 'Pending', limit: SEARCH_LIMIT }).catch(
    () => null,
  );
  const entry = found?.alertLogs.find(({ id }) => id === entryId);
  if (entry === undefined) return { words: text('firing.unknown', { device: deviceName }), isSilence: false };
  const device = entry.deviceAlias;
  const rule = ruleOf(entry);
  if (rule === null) {
    const time = timeOrDate(Date.parse(entry.silentSince ?? entry.triggeredAt), Date.now());
    return { words: text('firing.silence', { device, time }), isSilence: true };
  }
  const words = text(`firing.${rule.alertType}`, {
    device,
    sensor: measuredOf(rule, text),
    value: entry.value === null ? '' : withUnit(formatValue(entry.value), nameAndUnit(rule.sensorName).unit),
    setPoint: setPointOf(rule),
    period: periodOf(rule, text),
  });
  return { words: withSeverity(entry, words, text), isSilence: false };
};
