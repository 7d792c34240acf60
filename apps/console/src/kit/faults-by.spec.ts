import { describe, expect, it } from '@jest/globals';
import { NewAlert } from '@telemon/contracts/alerting/alerts';
import { NewDevice } from '@telemon/contracts/devices/devices';
import type { z } from 'zod';
import { translate } from '../texts/translate.ts';
import { faultsBy, nested } from './faults-by.ts';

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

const errorsOf = (schema: z.ZodType, values: unknown) => nested(faultsBy(schema, translate)(values));

describe('a form', () => {
  const check = (values: unknown) => errorsOf(NewAlert, values);

  it('is right when the service would take it', () => {
    expect(check(alert)).toEqual({});
  });

  it('says at the field what is missing, however deep it lies', () => {
    expect(check({ ...alert, deviceName: null, criteria: { values: [null] } })).toEqual({
      deviceName: 'This field is required',
      criteria: { values: { 0: 'This is required field' } },
    });
  });

  it("says the documents' words where they have some", () => {
    expect(check({ ...alert, criteria: { values: [-1] }, contact: '12' })).toEqual({
      criteria: { values: { 0: 'This field should be valid number' } },
      contact: 'invalid contact number',
    });
  });

  it('names the variable of a message that does not exist', () => {
    expect(check({ ...alert, message: '$name costs $5: $bogus' })).toEqual({
      message: 'There is no variable $bogus',
    });
    expect(check({ ...alert, message: '$data°C, $$data, $database, US$ and $5' })).toEqual({});
  });

  it('says plainly what is too short and what is no number', () => {
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
