import { describe, expect, it } from '@jest/globals';
import { translate } from '../texts/translate.ts';
import { type Rule, ruleInShort, ruleInWords } from './rule-words.ts';

const RULE: Rule = {
  sensorName: 'Temperature °C',
  valueType: 'Current',
  alertType: 'Above',
  criteria: { values: [8], timePeriod: null },
};
const PERIOD: Rule = { ...RULE, alertType: 'Periodic', criteria: { values: [8], timePeriod: 6 } };

describe('the words for a rule', () => {
  it.each<[Partial<Rule>, string, string]>([
    [RULE, 'Temperature above 8 °C', 'Above 8 °C'],
    [{ valueType: 'Minimum' }, 'Temperature (minimum) above 8 °C', 'Above 8 °C (minimum)'],
    [{ valueType: 'Maximum' }, 'Temperature (maximum) above 8 °C', 'Above 8 °C (maximum)'],
    [
      { ...PERIOD, valueType: 'Average' },
      'Temperature (average) to reach 8 °C within 6 hours',
      'Periodic 8 °C (average), 6 hours',
    ],
  ])('name its value type unless it is the current value: %#', (changes, words, short) => {
    const rule = { ...RULE, ...changes };
    expect(ruleInWords(rule, translate)).toBe(words);
    expect(ruleInShort(rule, translate)).toBe(short);
  });
});
