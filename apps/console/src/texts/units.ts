import { setPointInWords as inWords } from '@telemon/contracts/alerting/alerts';
import { formatValue } from './numbers.ts';

export { nameAndUnit, withUnit } from '@telemon/contracts/units';

/** The set point of an alert's criteria in the user's language, or their range from the lower to the upper threshold. */
export const setPointInWords = (values: readonly number[]): string => inWords(values, formatValue);
