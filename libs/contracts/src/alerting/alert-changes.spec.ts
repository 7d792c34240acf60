import { describe, expect, it } from '@jest/globals';
import { failureOfInput } from '../errors.ts';
import { AlertChange, alertChanges } from './alert-changes.ts';

const alert = {
  id: 'a1',
  deviceName: 'pump01',
  sensorId: 1,
  valueType: 'Current',
  alertType: 'Above',
  criteria: { values: [10] },
  message: 'hot',
};
const faultsOf = (input: object) => {
  const result = AlertChange.safeParse(input);
  return result.success ? {} : failureOfInput(result.error, input).fields;
};

describe('the change of an alert', () => {
  it('has all fields of the alert, and follows the rules of a new one', () => {
    expect(AlertChange.parse(alert)).toMatchObject({ id: 'a1', contact: null, mqttEnabled: 'disabled' });
    const { message: _, ...withoutMessage } = alert;
    expect(faultsOf(withoutMessage)).toEqual({ message: 'This field is required' });
    expect(faultsOf({ ...alert, alertType: 'In Between' })).toEqual({
      'criteria.values.1': 'This is required field',
    });
    expect(faultsOf({ ...alert, mqttEnabled: true, host: 'broker.example.com', port: 1883 })).toEqual({
      topic: 'This field is required',
    });
  });

  it.each(['paused', 'firing', 'createdBy'])('has no %s', (field) => {
    expect(faultsOf({ ...alert, [field]: true })).toEqual({ [field]: 'Unknown field' });
  });
});

describe('pausing an alert', () => {
  it.each([
    [true, true],
    [false, false],
    ['enabled', true],
    ['disabled', false],
  ])('takes %p as %p', (paused, wanted) => {
    expect(alertChanges.pause.request.parse({ id: 'a1', paused })).toEqual({ id: 'a1', paused: wanted });
  });

  it('requires the new state', () => {
    expect(alertChanges.pause.request.safeParse({ id: 'a1' }).success).toBe(false);
  });
});
