import { formatValue } from './numbers.ts';

export { nameAndUnit, withUnit } from '@telemon/contracts/units';

/** The set point of an alert's criteria, or their range from the lower to the upper threshold. */
export const setPointInWords = (values: readonly number[]): string =>
  [...values]
    .sort((one, other) => one - other)
    .map(formatValue)
    .join(' – ');
