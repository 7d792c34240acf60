import { describe, expect, it } from '@jest/globals';
import { NewAlert } from '@telemon/contracts/alerting/alerts';
import { NewDevice } from '@telemon/contracts/devices/devices';
import type { z } from 'zod';
import { translate } from '../texts/translate.ts';
import { faultsBy } from './faults-by.ts';

const alert = {
  deviceName: 'pump01',
  sensorId: '1',
  valueType: 'Current',
  alertType: 'Above',
  criteria: { values: [8] },
  contact: null,
  email: null,
  message: '$name',
};

const errorsOf = (schema: z.ZodType, values: unknown) => faultsBy(schema, translate)(values);

describe('a form', () => {
  const check = (values: unknown) => errorsOf(NewAlert, values);

  it('is valid when the service would accept it', () => {
    expect(check(alert)).toEqual({});
  });

  it('shows a missing value at its field, also a nested one', () => {
    expect(check({ ...alert, deviceName: null, criteria: { values: [null] } })).toEqual({
      deviceName: 'This field is required',
      'criteria.values.0': 'This is required field',
    });
  });

  it('uses the documented messages', () => {
    expect(check({ ...alert, criteria: { values: [-1] }, contact: '12' })).toEqual({
      'criteria.values.0': 'This field should be valid number',
      contact: 'invalid contact number',
    });
  });

  it('names an unknown variable of a message', () => {
    expect(check({ ...alert, message: '$name costs $5: $bogus' })).toEqual({
      message: 'There is no variable $bogus',
    });
    expect(check({ ...alert, message: '$data°C, $$data, US$ and $5' })).toEqual({});
  });

  it('has messages for values that are too short or out of range', () => {
    const errors = errorsOf(NewDevice, {
      deviceName: 'a',
      deviceAlias: 'ab',
      template: 'Single',
      sensorId1: 's1',
      locationMode: 'Gps',
      lat: 91,
      lng: 0,
    });
    expect(errors).toEqual({
      deviceName: '3 to 15 letters, digits, - or _',
      deviceAlias: 'At least 3 characters',
      lat: 'At most 90',
    });
  });
});
