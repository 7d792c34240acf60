import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { NewAlert } from './alerting/alerts.ts';
import { dashboards } from './devices/dashboards.ts';
import { NewDevice } from './devices/devices.ts';
import { failureOfInput } from './errors.ts';
import { pageQuery } from './page.ts';
import { NewSensorType } from './devices/sensor-types.ts';

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

  it('is 422 where a value is out of bounds, with the documented text', () => {
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

  it('gets a message in plain words', () => {
    expect(failureOf(NewDevice, { deviceAlias: 'ab' }).fields?.deviceAlias).toBe('At least 3 characters');
    expect(failureOf(NewAlert, { ...alert, email: 'nobody' }).fields?.email).toBe(
      'This should be a valid email',
    );
  });

  it('counts characters and entries, one in the singular', () => {
    const list = z.array(z.number()).min(1).max(1);
    expect(failureOf(list, []).message).toBe('body: At least one entry');
    expect(failureOf(list, [1, 2]).message).toBe('body: At most one entry');
    expect(failureOf(z.array(z.number()).max(2), [1, 2, 3]).message).toBe('body: At most 2 entries');
    expect(failureOf(z.string().max(1), 'ab').message).toBe('body: At most one character');
    expect(failureOf(z.string().min(2), 'a').message).toBe('body: At least 2 characters');
  });

  it('reports a text of blanks alone as missing', () => {
    const name = z.strictObject({ name: z.string().trim().min(1) });
    expect(failureOf(name, { name: '  ' })).toMatchObject({
      kind: 'invalid',
      fields: { name: 'This field is required' },
    });
  });

  it('is 422 for a sensor that no device has, in a query and in a body', () => {
    const { graph } = dashboards;
    expect(failureOf(graph.request, { deviceName: 'pump01', sensor: '5' }).kind).toBe('invalid');
    expect(failureOf(NewAlert, { ...alert, sensorId: 5 }).kind).toBe('invalid');
    expect(failureOf(graph.request, { deviceName: 'pump01', sensor: 'TC1' }).kind).toBe('bad-request');
  });

  it('is 422 for a name with control characters, line breaks or direction marks', () => {
    const nameOf = (sensorName: string) => ({ sensorName, userId: '' });
    for (const name of ['two\nlines', 'tab\tbed', '\u202egnp.exe', 'an\u2028other', 'isolated\u2066']) {
      expect(failureOf(NewSensorType, nameOf(name)).kind).toBe('invalid');
    }
    for (const name of ['Füllstand (m³)', 'درجة الحرارة', '<b>Level</b>', '温度计一']) {
      expect(NewSensorType.parse(nameOf(name)).sensorName).toBe(name);
    }
  });

  it('says whether a bound is inclusive', () => {
    expect(failureOf(z.number().positive(), -5).message).toBe('body: More than 0');
    expect(failureOf(z.number().min(1), -5).message).toBe('body: At least 1');
  });

  it('is 400 for a limit that is not a number, 422 for a limit of 0', () => {
    expect(failureOf(page, { limit: 'abc' }).kind).toBe('bad-request');
    expect(failureOf(page, { limit: '0' }).kind).toBe('invalid');
  });

  it('is 400 for sorting by an unknown column', () => {
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
  it('keeps a phone number in E.164 and treats blanks as absent', () => {
    expect(NewAlert.parse(alert)).toMatchObject({
      contact: '+15005550006',
      email: null,
      mqttEnabled: 'disabled',
    });
  });

  it('accepts flags as documented and as booleans', () => {
    expect(NewAlert.parse({ ...alert, mqttEnabled: false }).mqttEnabled).toBe('disabled');
  });

  it('reduces a limit above the largest to the largest', () => {
    for (const limit of ['5000', '99999999999']) expect(page.parse({ limit }).limit).toBe(100);
  });
});
