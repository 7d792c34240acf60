import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { NewAlert } from './alerts.ts';
import { NewDevice } from './devices.ts';
import { failureOfInput } from './errors.ts';
import { pageQuery } from './page.ts';

const failureOf = (schema: z.ZodType, input: unknown) => {
  const result = schema.safeParse(input);
  if (result.success) throw new Error('should have been refused');
  return failureOfInput(result.error, input);
};

const page = pageQuery(['deviceName', 'createdAt']);
const alert = {
  deviceName: 'pump01',
  sensorId: 1,
  valueType: 'Current',
  alertType: 'Above',
  criteria: { values: [8] },
  contact: '15005550006',
  email: '',
  message: '$name is at $data',
};

describe('a refused input', () => {
  it('is 400 where a field is unknown', () => {
    expect(failureOf(NewAlert, { ...alert, $set: 1 })).toMatchObject({
      kind: 'bad-request',
      fields: { $set: 'Unknown field' },
    });
  });

  it('is 400 where a value has the wrong type', () => {
    const wrong = { message: { $gt: '' }, email: 5, contact: ['+15005550006'], valueType: 5, sensorId: {} };
    for (const [field, value] of Object.entries(wrong)) {
      const { kind, fields } = failureOf(NewAlert, { ...alert, [field]: value });
      expect({ field, kind, text: fields?.[field] }).toEqual({
        field,
        kind: 'bad-request',
        text: expect.stringMatching(/[Ss]hould be/),
      });
    }
  });

  it('is 422 where a required field is absent, null or empty', () => {
    for (const message of [undefined, null, '']) {
      expect(failureOf(NewAlert, { ...alert, message })).toMatchObject({
        kind: 'invalid',
        fields: { message: 'This field is required' },
      });
    }
  });

  it('is 422 where a value is out of bounds, with the text of the documents', () => {
    expect(failureOf(NewAlert, { ...alert, criteria: { values: [-1] } })).toMatchObject({
      kind: 'invalid',
      fields: { 'criteria.values.0': 'This field should be valid number' },
    });
    expect(failureOf(NewAlert, { ...alert, contact: 'abc' })).toMatchObject({
      kind: 'invalid',
      fields: { contact: 'invalid contact number' },
    });
    expect(failureOf(NewDevice, { deviceName: 'a/b' }).fields?.deviceName).toMatch(/letters/);
  });

  it('says so in plain words', () => {
    expect(failureOf(NewDevice, { deviceAlias: 'ab' }).fields?.deviceAlias).toBe('At least 3 characters');
    expect(failureOf(NewAlert, { ...alert, email: 'nobody' }).fields?.email).toBe(
      'This should be a valid email',
    );
  });

  it('is 400 for a page that is no number, 422 for a page of nothing', () => {
    expect(failureOf(page, { limit: 'abc' }).kind).toBe('bad-request');
    expect(failureOf(page, { limit: '0' }).kind).toBe('invalid');
  });

  it('is 400 for a list in the order of a column that it has not', () => {
    for (const sort of ['$where', 'devicename', 'constructor', 'x'.repeat(1_000)]) {
      expect(failureOf(page, { sort })).toMatchObject({
        kind: 'bad-request',
        message: 'sort: Should be one of deviceName, createdAt',
        fields: { sort: 'Should be one of deviceName, createdAt' },
      });
    }
    expect(page.parse({ sort: 'createdAt' }).sort).toBe('createdAt');
  });
});

describe('an accepted input', () => {
  it('keeps a phone number in E.164 and takes blanks as not given', () => {
    expect(NewAlert.parse(alert)).toMatchObject({
      contact: '+15005550006',
      email: null,
      mqttEnabled: 'disabled',
    });
  });

  it('takes flags as the documents write them and as booleans', () => {
    expect(NewAlert.parse({ ...alert, mqttEnabled: false }).mqttEnabled).toBe('disabled');
  });

  it('takes a page above the largest as the largest', () => {
    expect(page.parse({ limit: '5000' }).limit).toBe(100);
  });
});
