import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import { Severity, USUAL_SEVERITY } from '@telemon/contracts/alerting/alerts';
import { HOUR_MS } from '@telemon/contracts/durations';
import { useNow } from '../live/clock.ts';
import { lasting } from '../texts/time.ts';
import { type Text, useText } from '../texts/use-text.ts';
import { type Rule, ofValueType, ruleOf, setPointOf } from './rule-words.ts';

const STEP_MS = 5_000;

const wordsOf = (rule: Rule, { cause, triggeredAt }: AlertLogEntry, now: number, text: Text): string => {
  const lastedMs = now - Date.parse(triggeredAt);
  const { alertType, valueType, criteria } = rule;
  const value = ofValueType(setPointOf(rule), valueType, text);
  if (cause !== 'deadline') {
    const type = text(`enumerated.beforeSetPoint.${alertType}`);
    return text('device.firingRule', { type, value, time: lasting(lastedMs, text) });
  }
  // The set point was not reached before the deadline, either.
  const time = lasting(lastedMs + (criteria.timePeriod ?? 0) * HOUR_MS, text);
  return text('device.firingDeadline', { value, time });
};

const rankOf = ({ severity }: AlertLogEntry): number => Severity.options.indexOf(severity ?? USUAL_SEVERITY);

/** The most severe first. */
const bySeverity = (one: AlertLogEntry, other: AlertLogEntry): number => rankOf(one) - rankOf(other);

/** Words about a firing that begin with the severity, unless it is the usual one. */
export const withSeverity = ({ severity }: AlertLogEntry, rule: string, text: Text): string =>
  severity === null || severity === USUAL_SEVERITY
    ? rule
    : text('device.firingSevere', { severity: text(`resources.alert.severities.${severity}`), rule });

/**
 * Which alert of a device fires, and for how long: "Above 8 °C for 12 min, and 1 more"; "8 °C (average) not reached for 6 h 12 min"; of
 * several, the most severe; null if it is not known.
 */
export const useFiringWords = (firings: readonly AlertLogEntry[]): string | null => {
  const text = useText();
  const now = useNow(STEP_MS);
  const [first, ...others] = firings.toSorted(bySeverity);
  const firstRule = first && ruleOf(first);
  if (!firstRule) return null;
  const rule = withSeverity(first, wordsOf(firstRule, first, now, text), text);
  return others.length === 0 ? rule : text('device.firingMore', { rule, count: others.length });
};

/** Whether an alert fires by an entry: a silence is an open entry, too. */
export const isFiring = ({ cause, clearedAt }: AlertLogEntry): boolean =>
  clearedAt === null && cause !== 'silence';
