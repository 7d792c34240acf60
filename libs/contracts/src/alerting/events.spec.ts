import { describe, expect, it } from '@jest/globals';
import { failureOfInput } from '../errors.ts';
import { NewEvent } from './events.ts';

const event = { deviceName: 'pump01', sensorId: 1, valueType: 'Current', eventType: 'Above', setPoint: 10 };
const faultsOf = (changes: object) => {
  const input = { ...event, ...changes };
  const result = NewEvent.safeParse(input);
  return result.success ? {} : failureOfInput(result.error, input);
};

describe('a new event', () => {
  it.each(['Current', 'Minimum', 'Average', 'Maximum'])('is on the %s of a sensor', (valueType) => {
    for (const eventType of ['Above', 'Below']) expect(faultsOf({ valueType, eventType })).toEqual({});
    expect(faultsOf({ valueType, eventType: 'In Between' })).toMatchObject({
      kind: 'invalid',
      fields: { eventType: 'Should be one of Above, Below' },
    });
  });

  it.each([0, 0.5, 1e9])('has a set point of %d', (setPoint) => {
    expect(faultsOf({ setPoint })).toEqual({});
  });

  it.each([
    ['beyond 1e15', 1.1e15, 'invalid', 'This should be a valid number'],
    ['below 0', -0.01, 'invalid', 'This should be a valid number'],
    ['of a text', '10', 'bad-request', 'This should be a valid number'],
    ['of a text without a number', 'hot', 'bad-request', 'This should be a valid number'],
    ['that is missing', undefined, 'invalid', 'This field is required'],
    ['that is null', null, 'invalid', 'This field is required'],
    ['that is blank', '', 'invalid', 'This field is required'],
  ])('has no set point %s', (_, setPoint, kind, message) => {
    expect(faultsOf({ setPoint })).toMatchObject({ kind, fields: { setPoint: message } });
  });

  it.each(['deviceName', 'sensorId', 'valueType', 'eventType'])('needs its %s', (field) => {
    expect(faultsOf({ [field]: undefined })).toMatchObject({
      kind: 'invalid',
      fields: { [field]: 'This field is required' },
    });
  });
});
