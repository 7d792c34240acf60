import { describe, expect, it } from '@jest/globals';
import { failureOfInput } from '../errors.ts';
import { NewAlert } from './alerts.ts';

const alert = {
  deviceName: 'pump01',
  sensorId: 1,
  valueType: 'Current',
  alertType: 'Above',
  criteria: { values: [10] },
  message: 'hot',
};
const faultsOf = (changes: object) => {
  const input = { ...alert, ...changes };
  const result = NewAlert.safeParse(input);
  return result.success ? {} : failureOfInput(result.error, input);
};

describe('the criteria of a new alert', () => {
  it.each(['Restrict Range', 'In Between'])('of %s are two thresholds in either order', (alertType) => {
    expect(faultsOf({ alertType, criteria: { values: [2, 8] } })).toEqual({});
    expect(faultsOf({ alertType, criteria: { values: [8, 2] } })).toEqual({});
    for (const values of [[2], [2, null], [2, '']]) {
      expect(faultsOf({ alertType, criteria: { values } })).toMatchObject({
        kind: 'invalid',
        fields: { 'criteria.values.1': 'This is required field' },
      });
    }
    expect(faultsOf({ alertType, criteria: { values: [2, -8] } })).toMatchObject({
      kind: 'invalid',
      fields: { 'criteria.values.1': 'This field should be valid number' },
    });
  });

  it.each(['Above', 'Below'])('of %s are one set point', (alertType) => {
    expect(faultsOf({ alertType })).toEqual({});
    expect(faultsOf({ alertType, criteria: { values: [2, 8] } })).toMatchObject({
      kind: 'invalid',
      fields: { 'criteria.values.1': `${alertType} has one set point` },
    });
  });

  it('are required, and numbers', () => {
    expect(faultsOf({ criteria: { values: [null] } })).toMatchObject({
      kind: 'invalid',
      fields: { 'criteria.values.0': 'This is required field' },
    });
    expect(faultsOf({ criteria: { values: ['10'] } })).toMatchObject({
      kind: 'bad-request',
      fields: { 'criteria.values.0': 'This field should be valid number' },
    });
  });
});
