import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { alertLog as logCalls } from '@telemon/contracts/alerting/alert-log';
import { alerts as alertCalls } from '@telemon/contracts/alerting/alerts';
import type { DeviceState } from '@telemon/contracts/facts';
import { GivenAlerts, anActor, m2 } from '../../testing/given-alerts.ts';
import { GivenExports } from '../../testing/given-exports.ts';
import type { AlertDocument } from '../alerts/alerts.repository.ts';
import { AlertsService } from '../alerts/alerts.service.ts';
import type { AlertLogDocument } from './alert-log-document.ts';
import { AlertLogService } from './alert-log.service.ts';

/** The manager of all devices with alerts here. */
const m8 = anActor('m8', 'manager', 'm8');
/** The last two are the usual one; the last alert does not name it. */
const SEVERITIES = ['info', 'critical', 'critical', 'warning', undefined] as const;
const IN_ORDER = ['critical', 'critical', 'warning', 'warning', 'info'];

let given: GivenAlerts;
let device: DeviceState;

beforeAll(async () => {
  given = await GivenAlerts.prepare();
  device = await given.device({ managerId: 'm8' });
  for (const severity of SEVERITIES) await given.create(m8, device, severity ? { severity } : {});
  await given.fire(device);
  // An earlier version of Telemon stored no severity.
  const { db } = given.database;
  const [alert] = await db.collection<AlertDocument>('alerts').find().sort({ _id: -1 }).toArray();
  await db.collection<AlertDocument>('alerts').updateOne({ _id: alert!._id }, { $unset: { severity: '' } });
  await entries().updateOne({ alertId: alert!._id }, { $unset: { severity: '' } });
  const { deviceName, deviceAlias } = device;
  const at = new Date();
  await entries().insertOne({
    _id: 'silence',
    cause: 'silence',
    deviceName,
    deviceVersion: 1,
    deviceAlias,
    message: 'It is silent',
    silentSince: at,
    triggeredAt: at,
    decidedAt: at,
    clearedAt: at,
    ackAt: null,
    ackBy: '',
  });
});
afterAll(() => given.stop());

const entries = () => given.database.db.collection<AlertLogDocument>('alert_log');
const alertsOf = async (query: object, by = m8) =>
  given.service.get(AlertsService).list(by, alertCalls.list.request.parse(query));
const logOf = async (query: object, by = m8) =>
  given.service.get(AlertLogService).list(by, logCalls.list.request.parse(query));
const inAlerts = async (query: object) => (await alertsOf(query)).alerts.map(({ severity }) => severity);
const inLog = async (query: object) => (await logOf(query)).alertLogs.map(({ severity }) => severity);

it('alerts are sorted by severity, the most severe first', async () => {
  expect(await inAlerts({ sort: 'severity' })).toEqual(IN_ORDER);
  expect(await inAlerts({ sort: 'severity', order: 'desc' })).toEqual(IN_ORDER.toReversed());
  expect(await inAlerts({ sort: 'severity', limit: 2, offset: 1 })).toEqual(IN_ORDER.slice(1, 3));
  expect((await alertsOf({ sort: 'severity' }, m2)).alerts).toEqual([]);
});

it('entries are sorted by the severity of their alerts, silences last', async () => {
  const all = [...IN_ORDER, null];
  expect(await inLog({ sort: 'severity' })).toEqual(all);
  expect(await inLog({ sort: 'severity', order: 'desc' })).toEqual(all.toReversed());
  const pages = await Promise.all([0, 2, 4].map((offset) => inLog({ sort: 'severity', limit: 2, offset })));
  expect(pages.flat()).toEqual(all);
  expect(await inLog({ sort: 'severity', q: 'silent' })).toEqual([null]);
  expect((await logOf({ sort: 'severity' }, m2)).alertLogs).toEqual([]);
});

it('alerts and entries can be listed by severity; without one, they count as warnings', async () => {
  for (const list of [inAlerts, inLog]) {
    for (const [severity, count] of [
      ['critical', 2],
      ['warning', 2],
      ['info', 1],
    ] as const)
      expect(await list({ severity })).toEqual(Array.from({ length: count }, () => severity));
  }
  expect((await logOf({ severity: 'critical' })).pagination).toEqual({ totalCount: 2 });
  const { deviceName } = device;
  const critical = logCalls.ofDevice.request.parse({ deviceName, severity: 'critical' });
  const ofDevice = await given.service.get(AlertLogService).ofDevice(m8, { deviceName }, critical);
  expect(ofDevice.pagination).toEqual({ totalCount: 2 });
  expect((await logOf({ severity: 'critical' }, m2)).alertLogs).toEqual([]);
});

it('an export has the entries of one severity', async () => {
  const exported = await new GivenExports(given).log(m8, { severity: 'critical' });
  expect(exported.map(({ severity }) => severity)).toEqual(['critical', 'critical']);
});

it('an unknown severity is refused', () => {
  expect(logCalls.list.request.safeParse({ severity: 'dire' }).success).toBe(false);
  expect(alertCalls.list.request.safeParse({ severity: 'dire' }).success).toBe(false);
});

it('entries of one severity are read by an index', async () => {
  const plan = await entries()
    .find({ $and: [{}, { alertId: { $exists: true } }, { severity: 'critical' }] })
    .sort({ triggeredAt: -1, _id: -1 })
    .explain('queryPlanner');
  const winning = JSON.stringify(plan['queryPlanner'].winningPlan);
  expect(winning).toContain('"severity":["[\\"critical\\", \\"critical\\"]"]');
  expect(winning).not.toContain('"SORT"');
});
