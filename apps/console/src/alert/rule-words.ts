import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { withValueType } from '@telemon/contracts/alerting/rule-words';
import type { ValueType } from '@telemon/contracts/readings';
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

/** Words about a rule, which name its value type unless it is the current value: "Temperature (average)". */
export const ofValueType = (words: string, valueType: ValueType, text: Text): string =>
  withValueType(words, valueType, (type) => text(`resources.alert.valueTypes.${type}` as TextKey));

/** The sensor without its unit, and the value type: "Temperature", "Temperature (average)". */
export const measuredOf = (
  { sensorName, valueType }: Pick<Rule, 'sensorName' | 'valueType'>,
  text: Text,
): string => ofValueType(nameAndUnit(sensorName).name, valueType, text);

/** "Above 8 °C", "Above 8 °C (average)"; `setPoint` with its unit. */
export const typeWithSetPoint = (
  { alertType, valueType }: Pick<Rule, 'alertType' | 'valueType'>,
  setPoint: string,
  text: Text,
): string => ofValueType(`${text(`enumerated.beforeSetPoint.${alertType}`)} ${setPoint}`, valueType, text);

/** "Above 8 °C", "Above 8 °C (average)", "Periodic 8 °C, 6 hours". */
export const ruleInShort = (rule: Rule, text: Text): string =>
  [typeWithSetPoint(rule, setPointOf(rule), text), periodOf(rule, text)].filter(Boolean).join(', ');

/** A rule with its sensor in words: "Temperature (average) above 8 °C", "Temperature to reach 8 °C within 6 hours". */
export const ruleInWords = (rule: Rule, text: Text, setPoint = setPointOf(rule)): string =>
  text(`resources.alert.against.${rule.alertType}`, {
    sensor: measuredOf(rule, text),
    setPoint,
    period: periodOf(rule, text),
  });
