import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { alertLog as logCalls } from '@telemon/contracts/alerting/alert-log';
import { logger } from '@telemon/platform/logging';
import { receivedFile } from '@telemon/testing/received-file';
import { anActor, GivenAlerts, nobody, s1, s2 } from '../../testing/given-alerts.ts';
import { GivenExports } from '../../testing/given-exports.ts';
import { AlertLogService, type Choice, type Order } from './alert-log.service.ts';

logger.level = 'silent';

let given: GivenAlerts;
let exported: GivenExports;

beforeAll(async () => {
  given = await GivenAlerts.prepare();
  exported = new GivenExports(given);
});
afterAll(() => given.stop());

describe('the exported alert log', () => {
  it('has the entries of the list, newest first, as JSON and as a workbook with a column for each field', async () => {
    const { by, device } = await exported.fleet();
    await given.create(by, device, { message: 'at $data' });
    await given.create(by, device, {
      alertType: 'Restrict Range',
      criteria: { values: [9, 2] },
      contact: null,
      email: null,
    });
    await given.fire(device, 11.5);
    await given.fire(device, 5);
    const { deviceName } = device;
    await given.service.get(AlertLogService).acknowledge(by, { deviceName, note: 'door was open' });
    await given.fire(device, 12);
    const list = await given.service.get(AlertLogService).list(by, logCalls.list.request.parse({}));
    const log = await exported.log(by);
    expect(log).toHaveLength(4);
    expect(log).toEqual(list.alertLogs);

    const { fileName, contentType } = await exported.file(by);
    expect({ fileName, contentType }).toEqual({
      fileName: 'AlertLog.xlsx',
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    });
    const rows = await exported.rows(by);
    expect(rows.map(({ SNo }) => SNo)).toEqual([1, 2, 3, 4]);
    const place = log.findIndex(({ alertType, value }) => alertType === 'Above' && value === 11.5);
    const entry = log[place]!;
    expect(rows[place]).toEqual({
      SNo: place + 1,
      'Device Name': device.deviceName,
      Contact: '+15005550007',
      Email: 'on-call@example.com',
      'Sensor Name': entry.sensorName,
      'Value Type': 'Current',
      'Alert Type': 'Above',
      'Set Point': 10,
      'MQTT Enabled': 'Disabled',
      'Created At': new Date(entry.createdAt!),
      Message: 'at 11.5',
      Value: 11.5,
      'Triggered At': new Date(entry.triggeredAt),
      'Cleared At': new Date(entry.clearedAt!),
      Delivery: `SMS ${entry.delivery.sms.state}, Email ${entry.delivery.email.state}`,
      Status: 'Acknowledged',
      'Acknowledged At': new Date(entry.isAck),
      'Acknowledged By': 'Olga',
      Severity: 'Warning',
      Note: 'door was open',
      Kind: 'Alert',
      'Device Alias': device.deviceAlias,
      'Cleared Value': 5,
    });
    const ofRange = rows.find((row) => row['Alert Type'] === 'Restrict Range' && row['Value'] === 12);
    expect(ofRange).toMatchObject({ 'Lower Threshold': 2, 'Upper Threshold': 9, Status: 'Pending' });
    for (const absent of ['Set Point', 'Contact', 'Cleared At', 'Delivery', 'Acknowledged At'])
      expect(ofRange).not.toHaveProperty([absent]);
  });

  it('has empty cells for the fields that a silence or a deadline doesn’t have', async () => {
    const { by, device } = await exported.fleet();
    const { deviceName } = device;
    const criteria = { values: [8], timePeriod: 24 };
    await given.create(by, device, { alertType: 'Periodic', criteria, message: '$data' });
    const at = new Date();
    const all = {
      deviceName,
      deviceVersion: given.version,
      deviceAlias: device.deviceAlias,
      triggeredAt: at,
      decidedAt: at,
      clearedAt: null,
      ackAt: null,
      ackBy: '',
    };
    const ofAlert = {
      alertId: 'periodic',
      sensorId: 1,
      sensorName: 'Temperature',
      valueType: 'Current' as const,
      alertType: 'Periodic' as const,
      values: [8],
      timePeriod: 24,
      contact: null,
      email: null,
      mqtt: null,
      createdAt: at,
      clearedAt: at,
      endCause: 'sensor-gone' as const,
    };
    await exported.entries.insertMany([
      { ...all, _id: `${deviceName}-1`, cause: 'silence', message: 'silent', silentSince: at },
      { ...all, ...ofAlert, _id: `${deviceName}-0`, cause: 'deadline', message: '–' },
    ]);
    const [silence, deadline] = await exported.rows(by);
    expect(silence).toEqual({
      SNo: 1,
      'Device Name': deviceName,
      Message: 'silent',
      'Triggered At': at,
      Status: 'Pending',
      Kind: 'Silence',
      'Device Alias': device.deviceAlias,
      'Silent Since': at,
    });
    expect(deadline).toMatchObject({
      Kind: 'Deadline',
      'Alert Type': 'Periodic',
      'Set Point': 8,
      'Time Period (h)': 24,
      'End Cause': 'The device no longer has this sensor',
    });
    expect(deadline).not.toHaveProperty(['Value']);
    expect((await exported.log(by)).map(({ cause, value }) => [cause, value])).toEqual([
      ['silence', null],
      ['deadline', null],
    ]);
    expect((await exported.file(by, 'csv')).bytes.toString().split('\r\n')[1]).toContain(
      `1,${deviceName},,,,,,,,,,,,,,,silent,,`,
    );
  });

  it('may be comma-separated values, and has only titles where nothing has fired', async () => {
    const { by, device } = await exported.fleet();
    const [titles] = (await exported.file(by, 'csv')).bytes.toString().split('\r\n');
    expect(titles).toMatch(
      /^\uFEFFSNo,Device Name,.*,Status,Acknowledged At,Acknowledged By,Severity,Note,Kind,Device Alias,Cleared Value,Silent Since,End Cause$/,
    );
    expect(await exported.log(by)).toEqual([]);
    await given.create(by, device);
    await given.fire(device);
    const lines = (await exported.file(by, 'csv')).bytes.toString().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(new RegExp(`^1,${device.deviceName},'[+]15005550007,`));
  });

  it('has the devices in the scope of its user alone', async () => {
    const { by, device } = await exported.fleet();
    const other = await exported.fleet({ assistantIds: [] });
    for (const fleet of [{ by, device }, other]) {
      await given.create(fleet.by, fleet.device);
      await given.fire(fleet.device);
    }
    const devicesOf = async (actor: Actor, wanted: Choice = {}) =>
      (await exported.log(actor, wanted)).map(({ deviceName }) => deviceName);
    expect(await devicesOf(by)).toEqual([device.deviceName]);
    expect(await devicesOf(s1)).toContain(device.deviceName);
    expect(await devicesOf(s1)).not.toContain(other.device.deviceName);
    for (const actor of [s2, nobody, other.by]) {
      expect(await devicesOf(actor, device)).toEqual([]);
      expect(
        (await exported.file(actor, 'csv', { deviceName: device.deviceName })).bytes.toString(),
      ).not.toContain(device.deviceName);
    }
    const all = await devicesOf(anActor('a1', 'admin'));
    expect(all).toEqual(expect.arrayContaining([device.deviceName, other.device.deviceName]));
  });

  it('is filtered by status, by a search, and by device', async () => {
    const { by, device } = await exported.fleet({ deviceAlias: 'Cold room' });
    const other = await given.device({ managerId: by.id, deviceAlias: 'Oven' });
    for (const each of [device, other]) {
      await given.create(by, each);
      await given.fire(each);
    }
    await given.service.get(AlertLogService).acknowledge(by, other);
    const devicesOf = async (wanted: Choice) =>
      (await exported.log(by, wanted)).map(({ deviceName }) => deviceName).sort();
    expect(await devicesOf({})).toEqual([device.deviceName, other.deviceName].sort());
    expect(await devicesOf({ status: 'Pending' })).toEqual([device.deviceName]);
    expect(await devicesOf({ status: 'Acknowledged' })).toEqual([other.deviceName]);
    expect(await devicesOf({ q: 'OVEN' })).toEqual([other.deviceName]);
    expect(await devicesOf({ q: '.*' })).toEqual([]);
    expect(await devicesOf({ deviceName: device.deviceName })).toEqual([device.deviceName]);
    expect(await devicesOf({ deviceName: device.deviceName, status: 'Acknowledged' })).toEqual([]);
  });

  it.each(['deviceName', 'severity', 'status', 'value', 'triggeredAt', 'clearedAt', 'message'] as const)(
    'is sorted as its list is by %s, in both directions, and numbered in this order',
    async (sort) => {
      const { by, device } = await exported.fleet();
      await given.create(by, device);
      await given.fire(device);
      const severities = ['critical', 'warning', 'info'] as const;
      await exported.addEntries(device, 7, (place) => ({
        severity: severities[place % 3]!,
        value: (place * 5) % 7,
        message: `m${place % 2}`,
        triggeredAt: new Date(1_000_000 + (place % 4)),
        ackAt: place % 2 === 0 ? null : new Date(2_000_000 - place),
      }));
      for (const order of ['ASC', 'DESC'] as const) {
        const query = logCalls.list.request.parse({ sort, order });
        const { alertLogs } = await given.service.get(AlertLogService).list(by, query);
        expect(await exported.log(by, { sort, order })).toEqual(alertLogs);
        const rows = await exported.rows(by, { sort, order });
        expect(rows.map(({ SNo, Message }) => [SNo, Message])).toEqual(
          alertLogs.map(({ message }, place) => [place + 1, message]),
        );
      }
    },
  );

  it('is sorted by time alone, where it has very many entries', async () => {
    const { by, device } = await exported.fleet();
    await given.create(by, device);
    await given.fire(device);
    await exported.addEntries(device, 2, () => ({}));
    const file = (wanted: Choice & Order, most: number) =>
      receivedFile((inbox) => exported.service.file(by, { ...wanted, format: 'csv' }, inbox, most));
    await expect(file({ sort: 'value' }, 2)).rejects.toMatchObject({
      failure: {
        kind: 'invalid',
        message:
          'More than 2 entries are exported only in the order of time. Sort by Triggered At, or search for fewer',
      },
    });
    for (const [wanted, most] of [
      [{ sort: 'value' }, 3],
      [{ sort: 'triggeredAt' }, 2],
      [{ sort: 'value', q: 'nothing' }, 0],
    ] as const)
      await file(wanted, most);
  });

  it('of more entries than fit into an answer has to be a file', async () => {
    const { by, device } = await exported.fleet();
    await given.create(by, device);
    await given.fire(device);
    await exported.addEntries(device, 2, () => ({}));
    await expect(exported.log(by, {}, 2)).rejects.toMatchObject({
      failure: {
        kind: 'invalid',
        message:
          'There are more than 2 entries. Ask for a file with format=xlsx or format=csv, or search for fewer',
      },
    });
    expect(await exported.log(by, {}, 3)).toHaveLength(3);
    expect(await exported.log(by, { q: `${device.deviceName}-none` }, 2)).toEqual([]);
    expect((await exported.file(by, 'csv')).bytes.toString().split('\r\n')).toHaveLength(5);
  });

  it('needs an inbox', async () => {
    const { by } = await exported.fleet();
    const refused = { failure: { kind: 'bad-request' } };
    await expect(exported.service.log(by, {}, undefined)).rejects.toMatchObject(refused);
    await expect(exported.service.file(by, { format: 'csv' }, undefined)).rejects.toMatchObject(refused);
  });

  it('has no formulas, and its numbers stay numbers', async () => {
    const { by, device } = await exported.fleet();
    await given.create(by, device);
    await given.fire(device);
    const [id] = await exported.addEntries(device, 1, () => ({
      message: '=HYPERLINK("http://evil.example")',
      sensorName: '@SUM(A1)',
      ackBy: '+Mona',
      email: '-1@example.com',
      value: -3.5,
      triggeredAt: new Date(0),
    }));
    expect((await exported.log(by)).at(-1)).toMatchObject({
      id,
      message: '=HYPERLINK("http://evil.example")',
    });
    expect((await exported.rows(by)).at(-1)).toMatchObject({
      Message: '=HYPERLINK("http://evil.example")',
      'Sensor Name': '@SUM(A1)',
      'Acknowledged By': '+Mona',
      Email: '-1@example.com',
      Value: -3.5,
    });
    const csv = (await exported.file(by, 'csv')).bytes.toString();
    for (const cell of [`"'=HYPERLINK(""http://evil.example"")"`, `'@SUM(A1)`, `'+Mona`, `'-1@example.com`])
      expect(csv).toContain(`,${cell},`);
  });
});
