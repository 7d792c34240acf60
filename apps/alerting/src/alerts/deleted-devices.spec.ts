import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import type { DeviceState, Fact } from '@telemon/contracts/facts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { aDevice, aReading } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase, proxyBeforeDatabase } from '@telemon/testing/database';
import { alertOn } from '@telemon/testing/given';
import { type StartedService, prepareService } from '@telemon/testing/service';
import type { TcpProxy } from '@telemon/testing/tcp-proxy';
import { NewAlert } from '@telemon/contracts/alerts';
import { alertingVariables } from '../../testing/alerting-variables.ts';
import { AlertingModule } from '../alerting.module.ts';
import { Decisions } from '../evaluation/decisions.ts';
import { AlertsService } from './alerts.service.ts';

let database: FreshDatabase;
let proxy: TcpProxy;
let service: StartedService;
let alerts: AlertsService;

beforeAll(async () => {
  database = await freshDatabase();
  const way = await proxyBeforeDatabase(database);
  proxy = way.proxy;
  service = await prepareService({ app: 'alerting', config: alertingVariables(way), module: AlertingModule });
  alerts = service.get(AlertsService);
});
afterAll(async () => {
  await service.stop();
  await proxy.close();
  await database.drop();
});

let version = 0;
const tellOf = (deviceName: string, state: DeviceState | null) =>
  service
    .get(FactCopies)
    .of('device')
    .apply([{ kind: 'device', key: deviceName, version: ++version, state }]);

const givenFiringDevice = async (): Promise<string> => {
  const device = aDevice();
  const { deviceName } = device;
  await tellOf(deviceName, device);
  await alerts.create(SYSTEM, NewAlert.parse(alertOn(deviceName)));
  await service.get(Decisions).take([aReading({ deviceName, current: [11, null, null, null] })]);
  await service.get(Decisions).settle();
  return deviceName;
};

/** How many of its alerts fire, as was told last. */
const firingOf = async (deviceName: string): Promise<unknown> => {
  const [told] = await database.db
    .collection<{ fact: Fact }>('fact_outbox')
    .find(
      { 'fact.kind': 'device-status', 'fact.key': deviceName },
      { sort: { 'fact.version': -1 }, limit: 1 },
    )
    .toArray();
  return told?.fact.state;
};
const leftOf = (deviceName: string) =>
  Promise.all(
    ['alerts', 'alert_log', 'notices'].map((name) =>
      database.db.collection(name).countDocuments({ deviceName }),
    ),
  );

/** Cuts the line at one of the commands that `work` sends, and says whether it sent so many. */
const cutAt = async (command: number, work: () => Promise<void>): Promise<boolean> => {
  let sent = 0;
  proxy.beforePassing = (bytes, from) => {
    // Those that only watch over the server have no session.
    if (from !== 'client' || !bytes.includes('lsid') || ++sent !== command) return;
    proxy.cut();
    proxy.heal();
  };
  // Where the driver can't mend it the work throws, and is done again.
  await work().catch(() => undefined);
  proxy.beforePassing = undefined;
  return sent >= command;
};

describe('a device that is gone', () => {
  it('is told of as not firing, and leaves nothing, wherever in the work MongoDB goes away', async () => {
    let isCut = true;
    for (let command = 1; isCut; command++) {
      const deviceName = await givenFiringDevice();
      expect(await firingOf(deviceName)).toEqual({ deviceName, firing: 1 });
      await tellOf(deviceName, null);
      const remove = () => alerts.removeOf([{ deviceName, version }]);
      isCut = await cutAt(command, remove);
      await remove();
      const outcome = { command, firing: await firingOf(deviceName), left: await leftOf(deviceName) };
      expect(outcome).toEqual({ command, firing: { deviceName, firing: 0 }, left: [0, 0, 0] });
    }
  });
});
