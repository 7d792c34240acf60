import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { alertLog as logCalls } from '@telemon/contracts/alerting/alert-log';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { aReading } from '@telemon/testing/builders';
import { anActor, GivenAlerts, m1, m2, nobody, s1, s2 } from '../../testing/given-alerts.ts';
import type { AlertLogDocument } from './alert-log-document.ts';
import { AlertLogService } from './alert-log.service.ts';

let given: GivenAlerts;
let alertLog: AlertLogService;

beforeAll(async () => {
  given = await GivenAlerts.prepare();
  alertLog = given.service.get(AlertLogService);
});
afterAll(() => given.stop());

const logPage = (query: object = {}) => logCalls.list.request.parse(query);

describe('the alert log', () => {
  it('is seen and acknowledged by users with the device in scope, each entry once', async () => {
    const device = await given.device();
    await given.create(m1, device);
    await given.create(m1, device, { alertType: 'Below', criteria: { values: [20] } });
    await given.fire(device);
    const rowsOf = async (by: Actor) =>
      (await alertLog.list(by, logPage({ q: device.deviceName }))).alertLogs;
    const rows = await rowsOf(s1);
    expect(rows).toMatchObject([
      { status: 'Pending', isAck: '' },
      { status: 'Pending', ackBy: '' },
    ]);
    for (const by of [m2, s2, nobody]) {
      expect(await rowsOf(by)).toEqual([]);
      await expect(alertLog.ofDevice(by, device, logPage())).rejects.toMatchObject({
        code: 'DeviceNotFound',
      });
      await expect(alertLog.acknowledge(by, device)).rejects.toMatchObject({ code: 'DeviceNotFound' });
    }

    const { deviceName } = device;
    await expect(alertLog.acknowledge(m1, { deviceName, id: rows[0]!.id })).resolves.toEqual({
      acknowledged: 1,
    });
    await expect(alertLog.acknowledge(s1, { deviceName, id: rows[0]!.id })).resolves.toEqual({
      acknowledged: 0,
    });
    await expect(alertLog.acknowledge(s1, { deviceName, id: 'none' })).rejects.toMatchObject({
      code: 'AlertLogEntryNotFound',
    });
    await expect(alertLog.acknowledge(s1, { deviceName })).resolves.toEqual({ acknowledged: 1 });
    const done = await rowsOf(m1);
    expect(done.find(({ id }) => id === rows[0]!.id)).toMatchObject({
      status: 'Acknowledged',
      ackBy: 'Mona',
    });
    expect(done.find(({ id }) => id === rows[1]!.id)).toMatchObject({ status: 'Acknowledged', ackBy: 'Sam' });
  });

  it('keeps the note of the user who acknowledged, with each entry and for good', async () => {
    const device = await given.device();
    const { deviceName } = device;
    await given.create(m1, device);
    await given.create(m1, device, { alertType: 'Below', criteria: { values: [20] } });
    await given.fire(device);
    await alertLog.acknowledge(m1, { deviceName, note: ' Door was open.\u202e\r\nClosed it. ' });
    const rows = async () => (await alertLog.ofDevice(s1, { deviceName }, logPage())).alertLogs;
    const noted = { status: 'Acknowledged', ackBy: 'Mona', ackNote: 'Door was open.\nClosed it.' };
    expect(await rows()).toMatchObject([noted, noted]);
    await alertLog.acknowledge(s1, { deviceName, note: 'I was later' });
    expect(await rows()).toMatchObject([noted, noted]);
    const found = await alertLog.list(m1, logPage({ q: 'door was' }));
    expect(found.alertLogs.filter((entry) => entry.deviceName === deviceName)).toHaveLength(2);
    await given.fire(device, 5);
    await given.fire(device, 12);
    await alertLog.acknowledge(s1, { deviceName });
    expect((await rows()).map(({ ackNote }) => ackNote).sort()).toEqual(['', noted.ackNote, noted.ackNote]);
  });

  it('takes a note of at most 500 characters', () => {
    const acknowledged = (note: unknown) => logCalls.acknowledge.request.safeParse({ deviceName: 'a', note });
    expect(acknowledged('x'.repeat(500)).success).toBe(true);
    expect(acknowledged('x'.repeat(501)).success).toBe(false);
    for (const blank of [undefined, null, '', '  ']) {
      expect(acknowledged(blank)).toMatchObject({ success: true, data: { note: null } });
    }
  });

  it('has one order on all pages and replicas for entries of the same millisecond', async () => {
    const device = await given.device({ managerId: 'm7' });
    const m7 = anActor('m7', 'manager', 'm7');
    await given.create(m7, device);
    const receivedAt = Date.now();
    const readings = Array.from({ length: 24 }, (_, index) =>
      aReading({
        deviceName: device.deviceName,
        receivedAt,
        timestamp: receivedAt + index,
        current: [index % 2 === 0 ? 11 : 1, null, null, null],
      }),
    );
    await given.announce(readings);
    const idsOf = async (query: object) =>
      (await alertLog.list(m7, logPage(query))).alertLogs.map(({ id }) => id);
    for (const sort of [undefined, 'triggeredAt', 'deviceName', 'status']) {
      for (const order of ['ASC', 'DESC']) {
        const whole = await idsOf({ sort, order, limit: 100 });
        expect(new Set(whole).size).toBe(12);
        const pages = await Promise.all([0, 5, 10].map((offset) => idsOf({ sort, order, limit: 5, offset })));
        expect({ sort, order, ids: pages.flat() }).toEqual({ sort, order, ids: whole });
      }
    }
    const before = await idsOf({ limit: 100 });
    const replica = await given.startReplica();
    try {
      const { deviceName } = device;
      await replica
        .get(FactCopies)
        .of('device')
        .apply([{ kind: 'device', key: deviceName, version: given.version, state: device }]);
      const { alertLogs } = await replica.get(AlertLogService).list(m7, logPage({ limit: 100 }));
      expect(alertLogs.map(({ id }) => id)).toEqual(before);
    } finally {
      await replica.stop();
    }
    // A change of an entry does not move it.
    await alertLog.acknowledge(m7, { deviceName: device.deviceName, id: before[3]! });
    expect(await idsOf({ limit: 100 })).toEqual(before);
  });

  it('does not acknowledge an entry of another device', async () => {
    const [mine, other] = [await given.device(), await given.device({ managerId: 'm2' })];
    await given.create(m2, other);
    await given.fire(other);
    const [entry] = (await alertLog.ofDevice(m2, other, logPage())).alertLogs;
    const which = { deviceName: mine.deviceName, id: entry!.id };
    await expect(alertLog.acknowledge(m1, which)).rejects.toMatchObject({ code: 'AlertLogEntryNotFound' });
    const [after] = (await alertLog.ofDevice(m2, other, logPage())).alertLogs;
    expect(after).toMatchObject({ status: 'Pending' });
  });

  it('is filtered by status', async () => {
    const device = await given.device({ managerId: 'm8' });
    const m8 = anActor('m8', 'manager', 'm8');
    await given.create(m8, device);
    await given.fire(device);
    const countOf = async (status: 'Pending' | 'Acknowledged') => {
      const { totalCount } = (await alertLog.list(m8, logPage({ status }))).pagination;
      const ofDevice = await alertLog.ofDevice(m8, device, logPage({ status }));
      expect(ofDevice.pagination).toEqual({ totalCount });
      return totalCount;
    };
    expect([await countOf('Pending'), await countOf('Acknowledged')]).toEqual([1, 0]);
    await alertLog.acknowledge(m8, device);
    expect([await countOf('Pending'), await countOf('Acknowledged')]).toEqual([0, 1]);
  });

  it('of a device has the entries that were open at some time between two instants', async () => {
    const device = await given.device();
    await given.create(m1, device);
    const start = Date.now();
    const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
    const { deviceName } = device;
    const readings = [11, 1, 12, 1, 13].map((value, index) =>
      aReading({
        deviceName,
        receivedAt: start + index * 10_000,
        timestamp: start + index * 10_000,
        current: [value, null, null, null],
      }),
    );
    for (const reading of readings) await given.announce([reading]);
    const valuesIn = async (firedFrom?: string, firedTo?: string) =>
      (await alertLog.ofDevice(m1, { deviceName, firedFrom, firedTo }, logPage())).alertLogs.map(
        ({ value }) => value,
      );
    expect(await valuesIn()).toEqual([13, 12, 11]);
    expect(await valuesIn(at(5), at(6))).toEqual([11]);
    expect(await valuesIn(at(12), at(18))).toEqual([]);
    expect(await valuesIn(at(12), at(25))).toEqual([12]);
    expect(await valuesIn(at(35))).toEqual([13]);
    expect(await valuesIn(undefined, at(25))).toEqual([12, 11]);
    expect(logCalls.ofDevice.request.safeParse({ deviceName, firedFrom: 'yesterday' }).success).toBe(false);
  });

  it('has on request only the entries by which alerts fire now, however many are newer', async () => {
    const device = await given.device();
    const { deviceName } = device;
    await given.create(m1, device, { message: 'fires on' });
    await given.fire(device, 11);
    await given.create(m1, device, { criteria: { values: [100] } });
    for (const value of [101, 50, 102, 50]) await given.fire(device, value);
    const at = new Date();
    await given.database.db.collection<AlertLogDocument>('alert_log').insertOne({
      _id: `silence of ${deviceName}`,
      cause: 'silence',
      deviceName,
      deviceVersion: given.version,
      deviceAlias: device.deviceAlias,
      message: 'silent',
      silentSince: at,
      triggeredAt: at,
      decidedAt: at,
      isOpen: true,
      clearedAt: null,
      ackAt: null,
      ackBy: '',
    });
    const query = logCalls.list.request.parse({ state: 'firing', q: deviceName });
    for (const { alertLogs, pagination } of [
      await alertLog.list(m1, query),
      await alertLog.ofDevice(m1, { deviceName }, query),
    ]) {
      expect(alertLogs).toMatchObject([{ message: 'fires on', clearedAt: null, value: 11 }]);
      expect(pagination).toEqual({ totalCount: 1 });
    }
    expect((await alertLog.ofDevice(m1, { deviceName }, logPage())).pagination).toEqual({ totalCount: 4 });
  });

  it('finds the entries by which alerts fire now, without ended entries', async () => {
    const ended = Array.from({ length: 300 }, (_, minute) => {
      const at = new Date(Date.UTC(2020, 0, 1, 0, minute));
      return { _id: `ended ${minute}`, alertId: 'gone', triggeredAt: at, clearedAt: at };
    });
    const log = given.database.db.collection<{ _id: string }>('alert_log');
    await log.insertMany(ended);
    const { executionStats } = await log
      .find({ $and: [{}, { clearedAt: null }, { alertId: { $exists: true } }] } as object)
      .sort({ triggeredAt: -1, _id: -1 })
      .limit(100)
      .explain('executionStats');
    expect(executionStats.totalDocsExamined).toBeLessThan(ended.length / 2);
    await log.deleteMany({ alertId: 'gone' } as object);
  });

  it('is read by an index, for all devices and for one', async () => {
    const plan = async (filter: object, sort: Record<string, 1 | -1>) =>
      JSON.stringify(
        (await given.database.db.collection('alert_log').find(filter, { sort }).explain('queryPlanner'))
          .queryPlanner.winningPlan,
      );
    const newest = { triggeredAt: -1, _id: -1 } as const;
    for (const filter of [{}, { deviceName: 'pump01' }, { ackAt: null }]) {
      const winning = await plan(filter, newest);
      expect(winning).toContain('IXSCAN');
      expect(winning).not.toContain('"SORT"');
    }
  });
});
