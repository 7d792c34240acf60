import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { NewAlert } from '@telemon/contracts/alerting/alerts';
import type { DeviceState } from '@telemon/contracts/facts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { aDevice, aReading } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { alertOn } from '@telemon/testing/given';
import { type StartedService, prepareService } from '@telemon/testing/service';
import { alertingVariables } from '../../testing/alerting-variables.ts';
import { heard } from '../../testing/heard.ts';
import { applyManagerFact } from '../../testing/manager-fact.ts';
import { AlertingModule } from '../alerting.module.ts';
import { AlertsService } from '../alerts/alerts.service.ts';
import type { NoticeDocument } from '../delivery/notice.ts';
import { withoutDevices } from '../../testing/without-devices.ts';
import { Decisions } from './decisions.ts';
import { RuleBook } from './rule-book.ts';

let database: FreshDatabase;
let devices: Awaited<ReturnType<typeof withoutDevices>>;
/** A replica that has consumed all facts. */
let ahead: StartedService;
/** A replica that has not consumed the newest facts. */
let behind: StartedService;

beforeAll(async () => {
  devices = await withoutDevices();
  database = await freshDatabase();
  const config = alertingVariables(database);
  const start = () => prepareService({ app: 'alerting', config, module: AlertingModule });
  [ahead, behind] = [await start(), await start()];
  await Promise.all([ahead, behind].map(applyManagerFact));
});
afterAll(async () => {
  await Promise.all([ahead, behind].map((replica) => replica.stop()));
  await devices.stop();
  await database.drop();
});

const tell = (replica: StartedService, key: string, version: number, state: DeviceState | null) =>
  replica
    .get(FactCopies)
    .of('device')
    .apply([{ kind: 'device', key, version, state }]);
const noticesOf = (deviceName: string) =>
  database.db.collection<NoticeDocument>('notices').find({ deviceName }).toArray();
const logOf = (deviceName: string) => database.db.collection('alert_log').find({ deviceName }).toArray();

describe('an alert for a device that this replica does not know yet', () => {
  it('is decided once the fact arrives, although an earlier device of that name was deleted', async () => {
    const device = aDevice({ deviceAlias: 'Pump' });
    const { deviceName } = device;
    await tell(behind, deviceName, 2, null);
    await tell(ahead, deviceName, 3, device);
    await ahead.get(AlertsService).create(SYSTEM, NewAlert.parse(alertOn(deviceName)));
    const decisions = behind.get(Decisions);
    await decisions.take(0, [heard([aReading({ deviceName, current: [11, null, null, null] })])]);
    await expect(decisions.settle()).rejects.toMatchObject({ code: 'Unavailable' });
    expect([await logOf(deviceName), await noticesOf(deviceName)]).toEqual([[], []]);
    await tell(behind, deviceName, 3, device);
    await decisions.settle();
    expect(await logOf(deviceName)).toMatchObject([{ deviceAlias: 'Pump' }]);
    expect(await noticesOf(deviceName)).toMatchObject([{ state: 'queued' }, { state: 'queued' }]);
  });
});

describe('an alert for a deleted device', () => {
  it('has its notices held, with the reason', async () => {
    const device = aDevice();
    const { deviceName } = device;
    await tell(ahead, deviceName, 1, device);
    await ahead.get(AlertsService).create(SYSTEM, NewAlert.parse(alertOn(deviceName)));
    await tell(behind, deviceName, 2, null);
    behind.get(RuleBook).markAllStale();
    const decisions = behind.get(Decisions);
    await decisions.take(0, [heard([aReading({ deviceName, current: [11, null, null, null] })])]);
    await decisions.settle();
    const held = { state: 'held', reason: 'The device is gone' };
    expect(await noticesOf(deviceName)).toMatchObject([held, held]);
  });
});
