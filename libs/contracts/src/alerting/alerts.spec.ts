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

  it('of Periodic are one set point and one of the time periods', () => {
    const periodic = (criteria: object) =>
      faultsOf({ alertType: 'Periodic', criteria: { values: [8], ...criteria } });
    for (const timePeriod of [1, 3, 6, 12, 24, 48, 72, 168, 336, 672])
      expect(periodic({ timePeriod })).toEqual({});
    for (const timePeriod of [undefined, null, ''])
      expect(periodic({ timePeriod })).toMatchObject({
        kind: 'invalid',
        fields: { 'criteria.timePeriod': 'This is required field' },
      });
    // A form shows all missing fields at once.
    expect(periodic({ values: [null] })).toMatchObject({
      fields: {
        'criteria.values.0': 'This is required field',
        'criteria.timePeriod': 'This is required field',
      },
    });
    expect(periodic({ timePeriod: 2 })).toMatchObject({
      kind: 'invalid',
      fields: { 'criteria.timePeriod': 'Choose one of the time periods' },
    });
    expect(periodic({ timePeriod: '6' })).toMatchObject({ kind: 'bad-request' });
    expect(periodic({ values: [2, 8], timePeriod: 6 })).toMatchObject({
      fields: { 'criteria.values.1': 'Periodic has one set point' },
    });
  });

  it.each(['Restrict Range', 'In Between', 'Above', 'Below'])('of %s have no time period', (alertType) => {
    const values = alertType === 'Above' || alertType === 'Below' ? [8] : [2, 8];
    for (const timePeriod of [undefined, null, ''])
      expect(faultsOf({ alertType, criteria: { values, timePeriod } })).toEqual({});
    expect(faultsOf({ alertType, criteria: { values, timePeriod: 6 } })).toMatchObject({
      kind: 'invalid',
      fields: { 'criteria.timePeriod': `${alertType} has no time period` },
    });
  });

  it('are at most 1e15, as values of readings are', () => {
    expect(faultsOf({ criteria: { values: [1e15] }, clearAt: [1e15] })).toEqual({});
    const tooLarge = 1.1e15;
    const range = { alertType: 'In Between', criteria: { values: [2, tooLarge] }, clearAt: [1, tooLarge] };
    expect(faultsOf(range)).toMatchObject({
      kind: 'invalid',
      fields: {
        'criteria.values.1': 'This field should be valid number',
        'clearAt.1': 'This field should be valid number',
      },
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

describe('a new alert', () => {
  it('is a warning at once without a hold time, a clear threshold or further messages', () => {
    const usual = { severity: 'warning', holdFor: 0, clearAt: null, notifyCleared: false, remindEvery: null };
    expect(NewAlert.parse(alert)).toMatchObject(usual);
    expect(NewAlert.parse({ ...alert, holdFor: '', clearAt: '', remindEvery: null })).toMatchObject(usual);
  });

  it('has one of three severities', () => {
    for (const severity of ['critical', 'warning', 'info']) expect(faultsOf({ severity })).toEqual({});
    expect(faultsOf({ severity: 'major' })).toMatchObject({ kind: 'invalid' });
  });

  it.each([
    ['holdFor', 86_401, 'At most 86400'],
    ['holdFor', -1, 'At least 0'],
    ['holdFor', 1.5, 'Should be a whole number'],
    ['remindEvery', 14, 'At least 15'],
    ['remindEvery', 1_441, 'At most 1440'],
  ])('has no %s of %d', (field, value, message) => {
    expect(faultsOf({ [field]: value })).toMatchObject({ fields: { [field]: message } });
  });

  it.each<[string, number[], number[], message: string | null]>([
    ['Above', [10], [10], null],
    ['Above', [10], [0], null],
    ['Above', [10], [10.1], 'Should be at most the set point'],
    ['Below', [10], [12], null],
    ['Below', [10], [9.9], 'Should be at least the set point'],
    ['Restrict Range', [2, 8], [7, 3], null],
    ['Restrict Range', [8, 2], [1, 7], 'Should lie between the thresholds'],
    ['In Between', [2, 8], [9, 1], null],
    ['In Between', [2, 8], [2, 7], 'Should not lie between the thresholds'],
  ])('%s %j clears at %j: %p', (alertType, values, clearAt, message) => {
    const faults = faultsOf({ alertType, criteria: { values }, clearAt });
    if (message === null) expect(faults).toEqual({});
    else expect(faults).toMatchObject({ kind: 'invalid', fields: { 'clearAt.0': message } });
  });

  it('has as many clear thresholds as its criteria have', () => {
    expect(faultsOf({ clearAt: [9, 8] })).toMatchObject({
      fields: { 'clearAt.1': 'Above has one clear threshold' },
    });
    const range = { alertType: 'In Between', criteria: { values: [2, 8] } };
    for (const clearAt of [[1], [1, null]])
      expect(faultsOf({ ...range, clearAt })).toMatchObject({
        kind: 'invalid',
        fields: { 'clearAt.1': 'This is required field' },
      });
  });

  it('that is Periodic has neither a hold time nor a clear threshold', () => {
    const periodic = { alertType: 'Periodic', criteria: { values: [8], timePeriod: 6 } };
    expect(faultsOf({ ...periodic, holdFor: 60, clearAt: [9] })).toMatchObject({
      kind: 'invalid',
      fields: { holdFor: 'Periodic has no hold time', clearAt: 'Periodic has no clear threshold' },
    });
  });
});

describe('the message of a new alert', () => {
  it.each([
    '$name ($devid): $data °C is $alerttype $setpoint by $delta at $timestamp.',
    '$data$data, $data°C, $dataºC, $data%, $data-$delta, $devid_$data, $$data, 温度$data度',
    '$5, 5$, US$ and $ 5 are prices',
    '${data} $& $` $1',
  ])('may be %s', (message) => {
    expect(faultsOf({ message })).toEqual({});
  });

  it.each([
    '$database',
    '$names',
    '$deltas',
    '$setpoints',
    '$datakPa',
    '$data1',
    '$nameé',
    '$température',
    '$bogus',
    '$DATA',
    '$Data',
    '$constructor',
  ])('has no variable %s, and names it', (word) => {
    expect(faultsOf({ message: `$name: ${word}, $5` })).toMatchObject({
      kind: 'invalid',
      fields: { message: `There is no variable ${word}` },
    });
  });

  it.each(['', '   ', null, undefined])('is required (%p)', (message) => {
    expect(faultsOf({ message })).toMatchObject({
      kind: 'invalid',
      fields: { message: 'This field is required' },
    });
  });
});

describe('the MQTT target of a new alert', () => {
  const target = { mqttEnabled: 'enabled', host: 'broker.example.com', port: 1883, topic: 'plant/alerts' };

  it('has host, port and topic', () => {
    expect(NewAlert.parse({ ...alert, ...target })).toMatchObject(target);
    expect(NewAlert.parse({ ...alert, ...target, mqttEnabled: true, port: '8883' })).toMatchObject({
      mqttEnabled: 'enabled',
      port: 8883,
    });
  });

  it.each([undefined, null, ''])('requires each of them (%p)', (missing) => {
    expect(faultsOf({ ...target, host: missing, port: missing, topic: missing })).toMatchObject({
      kind: 'invalid',
      fields: {
        host: 'This field is required',
        port: 'This field is required',
        topic: 'This field is required',
      },
    });
  });

  it('is reported as missing beside other faults', () => {
    expect(faultsOf({ mqttEnabled: 'enabled', message: '', criteria: { values: [null] } })).toMatchObject({
      fields: {
        message: 'This field is required',
        'criteria.values.0': 'This is required field',
        host: 'This field is required',
        port: 'This field is required',
        topic: 'This field is required',
      },
    });
  });

  it('is null where MQTT is disabled, and nothing else', () => {
    expect(faultsOf({ mqttEnabled: 'disabled' })).toEqual({});
    for (const empty of [
      { host: null, port: null, topic: null },
      { host: '', port: '', topic: '' },
    ]) {
      expect(NewAlert.parse({ ...alert, mqttEnabled: 'disabled', ...empty })).toMatchObject({
        mqttEnabled: 'disabled',
        host: null,
        port: null,
        topic: null,
      });
    }
    expect(faultsOf({ ...target, mqttEnabled: 'disabled' })).toMatchObject({
      kind: 'invalid',
      fields: {
        host: 'Only where MQTT is enabled',
        port: 'Only where MQTT is enabled',
        topic: 'Only where MQTT is enabled',
      },
    });
  });

  it.each([0, 65_536, 1.5, -1, '70000'])('has no port %p', (port) => {
    expect(faultsOf({ ...target, port })).toMatchObject({ fields: { port: expect.any(String) } });
  });

  it.each([
    ['an object', { host: { $ne: '' } }, 'host'],
    ['a list', { topic: ['a'] }, 'topic'],
    ['a word', { port: 'mqtt' }, 'port'],
  ])('refuses %s as unreadable', (_, changes, field) => {
    expect(faultsOf({ ...target, ...changes })).toMatchObject({
      kind: 'bad-request',
      fields: { [field]: expect.any(String) },
    });
  });

  it('is refused as part of a body that is no object', () => {
    for (const body of [null, 'text', 1, []]) expect(NewAlert.safeParse(body).success).toBe(false);
  });
});
