import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { lasting } from '../texts/time.ts';
import type { TextKey } from '../texts/translate.ts';
import { nameAndUnit, setPointInWords, withUnit } from '../texts/units.ts';
import type { Text } from '../texts/use-text.ts';

/** The rule of an alert. An entry of the alert log has a copy of it. */
export type Rule = Pick<Alert, 'sensorName' | 'valueType' | 'alertType' | 'criteria'>;

/** The rule of an entry; null for a silence, which has no alert. */
export const ruleOf = ({
  sensorName,
  valueType,
  alertType,
  criteria,
}: Pick<AlertLogEntry, keyof Rule>): Rule | null =>
  sensorName === null || valueType === null || alertType === null || criteria === null
    ? null
    : { sensorName, valueType, alertType, criteria };

/** The time period of a rule: "6 hours", "1 week"; '' without one. */
export const periodOf = ({ criteria: { timePeriod } }: Rule, text: Text): string =>
  timePeriod === null ? '' : text(`resources.alert.periods.h${timePeriod}` as TextKey);

/** A hold time: "30 s", "5 min". */
export const durationInWords = (seconds: number, text: Text): string =>
  seconds < 60 ? text('resources.alert.seconds', { seconds }) : lasting(seconds * 1_000, text);

/** The set point with its unit, or the range: "8 °C", "2 – 8 °C". */
export const setPointOf = ({ sensorName, criteria }: Rule): string =>
  withUnit(setPointInWords(criteria.values), nameAndUnit(sensorName).unit);

const withPeriod = (words: string, rule: Rule, text: Text): string =>
  [words, periodOf(rule, text)].filter(Boolean).join(', ');

/** "Above 8 °C", "Periodic 8 °C, 6 hours". */
export const ruleInShort = (rule: Rule, text: Text): string =>
  withPeriod(`${rule.alertType} ${setPointOf(rule)}`, rule, text);

/** The same with the whole name of the sensor: "Temperature °C Above 8". */
export const ruleWithSensor = (rule: Rule, text: Text): string =>
  withPeriod(`${rule.sensorName} ${rule.alertType} ${setPointInWords(rule.criteria.values)}`, rule, text);

/** A rule with its sensor in words: "Temperature above 8 °C", "Temperature to reach 8 °C within 6 hours". */
export const ruleInWords = (rule: Rule, text: Text, setPoint = setPointOf(rule)): string =>
  text(`resources.alert.against.${rule.alertType}`, {
    sensor: nameAndUnit(rule.sensorName).name,
    setPoint,
    period: periodOf(rule, text),
  });
