import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { alerts } from '@telemon/contracts/alerting/alerts';
import { users } from '@telemon/contracts/auth/users';
import { dashboards } from '@telemon/contracts/devices/dashboards';
import { devices } from '@telemon/contracts/devices/devices';
import { floors } from '@telemon/contracts/devices/floors';
import { mqttLog } from '@telemon/contracts/logs/message-logs';
import type { NewExport } from '@telemon/contracts/reporting/exports';
import { logger } from '@telemon/platform/logging';
import { receivedFile, rowsOfWorkbook } from '@telemon/testing/received-file';
import { aDevice } from '../../testing/exported-devices.ts';
import { GivenReporting, aManager } from '../../testing/given-reporting.ts';
import type { ExportsService } from './exports.service.ts';

logger.level = 'silent';

let given: GivenReporting;
let service: ExportsService;
beforeAll(async () => {
  given = await GivenReporting.prepare();
  service = given.exportsService();
});
beforeEach(() => given.begin());
afterAll(() => given.stop());

const m1 = aManager('m1');
const assistant: Actor = { id: 's1', role: 'assistant', managerId: 'm1', mqttAdmin: false };
const DEVICES: NewExport = { rows: 'device', format: 'xlsx', query: {} };
const READINGS: NewExport = { rows: 'readings', format: 'csv', query: { deviceName: 'pump01' } };

/** Some cells of each row of an export, by their titles. */
const cellsOf = async (rows: NewExport['rows'], titles: readonly string[]) => {
  const { id } = await service.order(m1, { rows, format: 'xlsx', query: {} });
  await given.exportsWorker().pass();
  const { bytes } = await receivedFile((inbox) => service.file(m1, { id, format: 'xlsx' }, inbox));
  const [head, ...lines] = await rowsOfWorkbook(bytes);
  return lines.map((line) => titles.map((title) => line[head!.indexOf(title)]));
};
const POSITION = ['Position from Left (%)', 'Position from Top (%)'];

describe('an export', () => {
  it('of a list is read in the name of its user, and is a file for its user', async () => {
    given.answerDevices(aDevice('pump01', '=1+1'), aDevice('pump02'));
    const { id, state } = await service.order(m1, { ...DEVICES, query: { q: 'pump', sort: 'deviceName' } });
    expect(state).toBe('waiting');
    await given.exportsWorker().pass();
    const questions = given.others.questions.filter(({ subject }) => subject === devices.list.subject);
    expect(questions).toMatchObject([
      { actor: m1, request: { q: 'pump', sort: 'deviceName', offset: 0, limit: 100 } },
    ]);
    expect(await service.get(m1, id)).toMatchObject({
      state: 'done',
      fileName: 'Devices.xlsx',
      reason: null,
    });
    const { fileName, bytes } = await receivedFile((inbox) =>
      service.file(m1, { id, format: 'xlsx' }, inbox),
    );
    expect(fileName).toBe('Devices.xlsx');
    expect((await service.get(m1, id)).bytes).toBe(bytes.length);
    const [titles, one, other] = await rowsOfWorkbook(bytes);
    expect(titles!.slice(0, 3)).toEqual(['Device Name', 'Device Alias', 'Manager Name']);
    expect([one![1], one![7], one![14]]).toEqual(['=1+1', 45.5, 'Normal']);
    expect(other![0]).toBe('pump02');
  });

  it('has the things that items refer to by id: the floor of a device, the manager of an assistant', async () => {
    const floorData = { buildingId: 'b1', floorMapId: 'f1', xValue: 25, yValue: 50.5 };
    given.answerDevices(
      { ...aDevice('pump01'), lat: null, floorData },
      { ...aDevice('pump02'), floorData },
      aDevice('pump03'),
    );
    given.others.answer(floors.get, { floorName: 'Cellar', buildingName: 'Dock' });
    expect(await cellsOf('device', ['Device Name', 'Building', 'Floor', ...POSITION])).toEqual([
      ['pump01', 'Dock', 'Cellar', 25, 50.5],
      ['pump02', 'Dock', 'Cellar', 25, 50.5],
      ['pump03', undefined, undefined, undefined, undefined],
    ]);
    const questions = given.others.questions.filter(({ subject }) => subject === floors.get.subject);
    expect(questions).toMatchObject([{ actor: m1, request: { id: 'f1' } }]);
    given.others.refuse(floors.get, {
      code: 'NoFloor',
      kind: 'not-found',
      message: 'There is no such floor',
    });
    expect(await cellsOf('device', ['Device Name', 'Floor'])).toContainEqual(['pump01', undefined]);

    const aUser = { userRole: 'assistant', managerId: 'm1', createdAt: '2026-04-01T10:00:00.000Z' };
    const listed = [
      { ...aUser, id: 's1', name: 'Asa', alertContactStatus: 1 },
      { ...aUser, id: 'm1', name: 'Mona', alertContactStatus: 0, userRole: 'manager', managerId: null },
    ];
    given.others.answer(users.list, { users: listed, pagination: { totalCount: 2 } });
    expect(await cellsOf('user', ['Name', 'Manager Name', 'Alert Contact'])).toEqual([
      ['Asa', 'Mona', 'Yes'],
      ['Mona', undefined, 'No'],
    ]);
  });

  it('shows thresholds in their order, and severities as pages show them', async () => {
    const alert = {
      id: 'a1',
      criteria: { values: [8, 2], timePeriod: null },
      severity: 'critical',
      mqttEnabled: 'disabled',
      createdAt: '2026-04-01T10:00:00.000Z',
    };
    given.others.answer(alerts.list, { alerts: [alert], pagination: { totalCount: 1 } });
    expect(await cellsOf('alert', ['Criteria', 'Severity'])).toEqual([['2 – 8', 'Critical']]);
  });

  it('of the MQTT log is for users who may read it, with its search', async () => {
    const MQTT_LOG: NewExport = { rows: 'mqttLog', format: 'xlsx', query: { search: 'pump' } };
    await expect(service.order(m1, MQTT_LOG)).rejects.toMatchObject({ code: 'NotForYourRole' });
    const reader: Actor = { ...m1, mqttAdmin: true };
    given.answerUser('mona@example.com', { mqttAdmin: 'Active' });
    const row = { id: 'r1', deviceName: 'pump01', topic: 't', data: '=1', bytes: 2, count: 1, reason: null };
    const mqttLogs = [{ ...row, timestamp: '2026-05-01T10:00:00.000Z' }];
    given.others.answer(mqttLog.list, { mqttLogs, pagination: { totalCount: 1 }, isWhole: true });
    const { id } = await service.order(reader, MQTT_LOG);
    await given.exportsWorker().pass();
    const questions = given.others.questions.filter(({ subject }) => subject === mqttLog.list.subject);
    expect(questions).toMatchObject([{ actor: reader, request: { search: 'pump', offset: 0 } }]);
    const { bytes } = await receivedFile((inbox) => service.file(reader, { id, format: 'xlsx' }, inbox));
    const [titles, cells] = await rowsOfWorkbook(bytes);
    expect(titles!.slice(0, 3)).toEqual(['Device Name', 'Topic', 'Data']);
    expect(cells!.slice(0, 3)).toEqual(['pump01', 't', '=1']);
    // A user who may not read the log any more doesn't see its exports either.
    await expect(service.get(m1, id)).rejects.toMatchObject({ code: 'ExportNotFound' });
  });

  it('of readings is the file that their service streams', async () => {
    given.streamReadings(async (file) => {
      for (let piece = 0; piece < 30; piece++) await file.write(Buffer.alloc(100_000, piece));
    });
    const { id } = await service.order(m1, READINGS);
    await given.exportsWorker().pass();
    expect(await service.get(m1, id)).toMatchObject({ state: 'done', bytes: 3_000_000 });
    const { fileName, bytes } = await receivedFile((inbox) => service.file(m1, { id, format: 'csv' }, inbox));
    expect(fileName).toBe('GraphData.csv');
    expect([0, 15, 29].map((piece) => bytes[piece * 100_000])).toEqual([0, 15, 29]);
  });

  it('is written once, however many processes look for it', async () => {
    given.answerDevices(aDevice('pump01'));
    for (const id of ['m1', 'm2', 'm3']) await service.order(aManager(id), DEVICES);
    await Promise.all([given.exportsWorker(), given.exportsWorker()].map((worker) => worker.pass()));
    expect(await given.orders.countDocuments({ state: 'done', fence: 1 })).toBe(3);
  });

  it('is kept with its file for 24 hours', async () => {
    given.answerDevices(aDevice('pump01'));
    const { id, orderedAt, keptUntil } = await service.order(m1, DEVICES);
    await given.exportsWorker().pass();
    expect(Date.parse(keptUntil) - Date.parse(orderedAt)).toBe(24 * 3_600_000);
    const forgetAt = new Date(keptUntil);
    expect(await given.orders.findOne({ _id: id })).toMatchObject({ forgetAt });
    expect(await given.files.find({}).toArray()).toMatchObject([{ _id: { run: id }, forgetAt }]);
    for (const name of ['export_orders', 'report_files'])
      expect(await given.database.db.collection(name).indexes()).toContainEqual(
        expect.objectContaining({ key: { forgetAt: 1 }, expireAfterSeconds: 0 }),
      );
  });

  it('is not shown to other users, not even to an admin', async () => {
    given.answerDevices(aDevice('pump01'));
    const { id } = await service.order(m1, DEVICES);
    await given.exportsWorker().pass();
    for (const other of [aManager('m2'), { ...m1, id: 'a1', role: 'admin' as const, managerId: null }]) {
      await expect(service.get(other, id)).rejects.toMatchObject({ code: 'ExportNotFound' });
      await expect(service.file(other, { id, format: 'xlsx' }, 'inbox')).rejects.toMatchObject({
        code: 'ExportNotFound',
      });
      await expect(service.remove(other, id)).rejects.toMatchObject({ code: 'ExportNotFound' });
      expect((await service.list(other, { offset: 0, limit: 10 })).exports).toEqual([]);
    }
    expect((await service.list(m1, { offset: 0, limit: 10 })).exports).toMatchObject([{ id }]);
  });

  it('is refused for rows that the role may not see, and for a query that their call does not take', async () => {
    await expect(service.order(assistant, { ...DEVICES, rows: 'user' })).rejects.toMatchObject({
      code: 'NotForYourRole',
    });
    const query = { severity: 'critical' };
    await expect(service.order(m1, { ...DEVICES, query })).rejects.toMatchObject({ code: 'InvalidInput' });
    await expect(service.order(m1, { ...READINGS, query: {} })).rejects.toMatchObject({
      failure: { fields: { deviceName: 'This field is required' } },
    });
    expect(await given.orders.countDocuments()).toBe(0);
  });

  it('is refused beyond two of a user at once, until one has ended', async () => {
    given.answerDevices(aDevice('pump01'));
    const ordered = await Promise.allSettled([1, 2, 3, 4].map(() => service.order(m1, DEVICES)));
    const refusals = ordered.filter(({ status }) => status === 'rejected');
    expect(refusals).toMatchObject([
      { reason: { code: 'ExportsUnderWay' } },
      { reason: { code: 'ExportsUnderWay' } },
    ]);
    await service.order(aManager('m2'), DEVICES);
    await given.exportsWorker().pass();
    await service.order(m1, DEVICES);
  });
});

describe('an export that can’t be written', () => {
  it('says why', async () => {
    const message = 'There is no such device';
    given.others.refuse(dashboards.exportFile, { code: 'DeviceNotFound', kind: 'not-found', message });
    const { id } = await service.order(m1, READINGS);
    await given.exportsWorker().pass();
    expect(await service.get(m1, id)).toMatchObject({ state: 'failed', reason: message });
    await expect(service.file(m1, { id, format: 'csv' }, 'inbox')).rejects.toMatchObject({ code: 'NoFile' });
  });

  it('fails if the rights of its user change before its end', async () => {
    given.streamReadings(async (file) => {
      await file.write(Buffer.from('rows'));
      given.answerUser('mona@example.com', { userRole: 'assistant', managerId: 'm2' });
    });
    const { id } = await service.order(m1, READINGS);
    await given.exportsWorker().pass();
    expect(await service.get(m1, id)).toMatchObject({
      state: 'failed',
      fileName: null,
      reason: 'Your rights have changed',
    });
    expect(await given.files.countDocuments()).toBe(0);
  });

  it('goes with its deleted user, as files that are done do', async () => {
    given.answerDevices(aDevice('pump01'));
    await service.order(m1, DEVICES);
    const worker = given.exportsWorker();
    await worker.pass();
    await service.order(m1, DEVICES);
    given.others.answer(users.existing, { ids: [m1.id] });
    await worker.forgetDeleted();
    expect(await given.orders.countDocuments()).toBe(2);
    given.others.answer(users.existing, { ids: [] });
    await worker.forgetDeleted();
    expect(await given.orders.countDocuments()).toBe(0);
    expect(await given.files.countDocuments()).toBe(0);
  });
});
