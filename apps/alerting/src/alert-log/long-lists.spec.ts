import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { alertLog } from '@telemon/contracts/alerting/alert-log';
import { NewAlert } from '@telemon/contracts/alerting/alerts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Mongo } from '@telemon/platform/mongo';
import { aDevice, aReading } from '@telemon/testing/builders';
import type { FreshDatabase } from '@telemon/testing/database';
import { alertOn } from '@telemon/testing/given';
import type { StartedService } from '@telemon/testing/service';
import { heard } from '../../testing/heard.ts';
import { prepareAlerting } from '../../testing/prepared-alerting.ts';
import { AlertsService } from '../alerts/alerts.service.ts';
import { Decisions } from '../evaluation/decisions.ts';
import { AlertLogService } from './alert-log.service.ts';

/** More than the connection pool of the lists has connections. */
const READERS = 40;

let database: FreshDatabase;
let service: StartedService;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ database, service, stop } = await prepareAlerting());
});
afterAll(() => stop());

it('many concurrent lists do not delay the firing of an alert', async () => {
  const device = aDevice();
  const { deviceName } = device;
  await service
    .get(FactCopies)
    .of('device')
    .apply([{ kind: 'device', key: deviceName, version: 1, state: device }]);
  await service.get(AlertsService).create(SYSTEM, NewAlert.parse(alertOn(deviceName)));
  let lent = 0;
  service.get(Mongo).client.on('connectionCheckedOut', () => lent++);
  const query = alertLog.list.request.parse({ q: 'nothing' });
  const lists = Array.from({ length: READERS }, () => service.get(AlertLogService).list(SYSTEM, query));
  expect(lent).toBe(0);
  await service.get(Decisions).take(0, [heard([aReading({ deviceName, current: [11, null, null, null] })])]);
  await service.get(Decisions).settle();
  await Promise.all(lists);
  expect(await database.db.collection('alert_log').countDocuments({ deviceName })).toBe(1);
  // Only the firing uses this pool.
  expect(lent).toBeLessThan(READERS / 2);
});
