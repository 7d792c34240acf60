import { nameAndUnit, withUnit } from '../units.ts';
import type { AlertType } from './alerts.ts';

/** How a sentence says that a value meets an alert's condition. */
export const STANDS: Record<AlertType, string> = {
  Above: 'above',
  Below: 'below',
  'In Between': 'within',
  'Restrict Range': 'outside',
  Periodic: 'below',
};

/** A time period: 6 hours, 1 day, 2 weeks. */
export const periodInWords = (hours: number): string => {
  const [count, unit] =
    hours % 168 === 0 ? [hours / 168, 'week'] : hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** Words with a value type behind them: `Temperature (maximum)`, or `Temperature` for the current value. */
export const withValueType = (
  words: string,
  valueType: string,
  inWords: (valueType: string) => string = (type) => type.toLowerCase(),
): string => (valueType === 'Current' ? words : `${words} (${inWords(valueType)})`);

/** The value that a rule compares: `Temperature`, or `Temperature (maximum)` for another than the current one. And the sensor's unit. */
export const measuredBy = (sensorName: string, valueType: string): { measured: string; unit: string } => {
  const { name, unit } = nameAndUnit(sensorName);
  return { measured: withValueType(name, valueType), unit };
};

/** A rule: `Temperature above 8 °C`. @param stands As in `STANDS` @param setPoint One or two numbers in words, without the unit */
export const ruleSentence = (
  { sensorName, valueType }: { sensorName: string; valueType: string },
  stands: string,
  setPoint: string,
): string => {
  const { measured, unit } = measuredBy(sensorName, valueType);
  return `${measured} ${stands} ${withUnit(setPoint, unit)}`;
};
