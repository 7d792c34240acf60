import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { NewAlert } from '@telemon/contracts/alerting/alerts';
import { NewEvent } from '@telemon/contracts/alerting/events';
import type { DeviceState, Fact } from '@telemon/contracts/facts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { aDevice, aReading } from '@telemon/testing/builders';
import { type FreshDatabase, freshDatabase, proxyBeforeDatabase } from '@telemon/testing/database';
import { alertOn, eventOn } from '@telemon/testing/given';
import { type StartedService, prepareService } from '@telemon/testing/service';
import type { TcpProxy } from '@telemon/testing/tcp-proxy';
import { until } from '@telemon/testing/waiting';
import { alertingVariables } from '../testing/alerting-variables.ts';
import { heard } from '../testing/heard.ts';
import { applyManagerFact } from '../testing/manager-fact.ts';
import { withoutDevices } from '../testing/without-devices.ts';
import { AlertingModule } from './alerting.module.ts';
import { AlertsService } from './alerts/alerts.service.ts';
import { DeletedDevices } from './deleted-devices.ts';
import { Decisions } from './evaluation/decisions.ts';
import { EventsService } from './events/events.service.ts';
import { KnownDevices } from './scope/known-devices.ts';
import { SilencesService } from './silences/silences.service.ts';

let database: FreshDatabase;
let devices: Awaited<ReturnType<typeof withoutDevices>>;
let proxy: TcpProxy;
let service: StartedService;
let alerts: AlertsService;
let events: EventsService;

beforeAll(async () => {
  devices = await withoutDevices();
  database = await freshDatabase();
  const way = await proxyBeforeDatabase(database);
  proxy = way.proxy;
  service = await prepareService({ app: 'alerting', config: alertingVariables(way), module: AlertingModule });
  alerts = service.get(AlertsService);
  events = service.get(EventsService);
  await applyManagerFact(service);
});
afterAll(async () => {
  await service.stop();
  await devices.stop();
  await proxy.close();
  await database.drop();
});

let version = 0;
const tellOf = (deviceName: string, state: DeviceState | null, replica = service) =>
  replica
    .get(FactCopies)
    .of('device')
    .apply([{ kind: 'device', key: deviceName, version: ++version, state }]);

const createRules = async (deviceName: string): Promise<void> => {
  await alerts.create(SYSTEM, NewAlert.parse(alertOn(deviceName)));
  await events.create(SYSTEM, NewEvent.parse(eventOn(deviceName)));
};

/** A device with an alert that fires and an event that occurs. */
const givenFiringDevice = async (): Promise<string> => {
  const device = aDevice();
  const { deviceName } = device;
  await tellOf(deviceName, device);
  await createRules(deviceName);
  await service.get(Decisions).take(0, [heard([aReading({ deviceName, current: [11, null, null, null] })])]);
  await service.get(Decisions).settle();
  return deviceName;
};

/** The newest device-status fact: how many of the device's alerts fire. */
const firingOf = async (deviceName: string): Promise<unknown> => {
  const [newest] = await database.db
    .collection<{ fact: Fact }>('fact_outbox')
    .find(
      { 'fact.kind': 'device-status', 'fact.key': deviceName },
      { sort: { 'fact.version': -1 }, limit: 1 },
    )
    .toArray();
  return newest?.fact.state;
};
const leftOf = (deviceName: string) =>
  Promise.all(
    ['alerts', 'alert_log', 'notices', 'events', 'event_log'].map((name) =>
      database.db.collection(name).countDocuments({ deviceName }),
    ),
  );

/** Alerting that cleans up, and consumes no topic: it would take the readings of parallel specs. */
const startCleaning = async (of: Pick<FreshDatabase, 'url'>): Promise<StartedService> => {
  const config = alertingVariables(of);
  const prepared = await prepareService({ app: 'alerting', config, module: AlertingModule });
  const lifecycle = new Lifecycle();
  new DeletedDevices(
    prepared.get(AlertsService),
    prepared.get(EventsService),
    prepared.get(SilencesService),
    prepared.get(KnownDevices),
    lifecycle,
  );
  await prepared.get(FactCopies).of('device').load();
  await lifecycle.start();
  const stop = async () => {
    await lifecycle.stop();
    await prepared.stop();
  };
  return { get: prepared.get, stop };
};

/** Cuts the connection at the n-th command that `work` sends; false if `work` sends fewer. */
const cutAt = async (command: number, work: () => Promise<void>): Promise<boolean> => {
  let sent = 0;
  proxy.beforePassing = (bytes, from) => {
    // The driver's monitoring commands have no session.
    if (from !== 'client' || !bytes.includes('lsid') || ++sent !== command) return;
    proxy.cut();
    proxy.heal();
  };
  // If the driver's own retry fails, the work throws; the test repeats it.
  await work().catch(() => undefined);
  proxy.beforePassing = undefined;
  return sent >= command;
};

it('a device whose fact of an earlier Telemon has no key keeps its alerts and events when its key comes', async () => {
  const device = aDevice();
  const { deviceName } = device;
  const { deviceKey: _, ...withoutKey } = device;
  await tellOf(deviceName, withoutKey);
  await createRules(deviceName);
  await tellOf(deviceName, device);
  const deleted = await givenFiringDevice();
  await tellOf(deleted, null);
  const started = await startCleaning(database);
  try {
    await until(async () => (await leftOf(deleted)).every((count) => count === 0));
    expect(await leftOf(deviceName)).toEqual([1, 0, 0, 1, 0]);
  } finally {
    await started.stop();
  }
});

describe('a deleted device', () => {
  it('is published as not firing and leaves nothing behind, at whichever command MongoDB fails', async () => {
    let isCut = true;
    for (let command = 1; isCut; command++) {
      const deviceName = await givenFiringDevice();
      expect(await firingOf(deviceName)).toEqual({ deviceName, firing: 1, silentSince: null });
      await tellOf(deviceName, null);
      const remove = async () => {
        await alerts.removeOf([{ deviceName, version }]);
        await events.removeOf([{ deviceName, version }]);
      };
      isCut = await cutAt(command, remove);
      await remove();
      const outcome = { command, firing: await firingOf(deviceName), left: await leftOf(deviceName) };
      expect(outcome).toEqual({
        command,
        firing: { deviceName, firing: 0, silentSince: null },
        left: [0, 0, 0, 0, 0],
      });
    }
  });

  it.each([
    ['the fact of the deletion arrived', true],
    ['only the fact of the new device arrived', false],
  ])(
    'leaves nothing to a new device of its name if alerting was killed before the clean-up: %s',
    async (_, isToldGone) => {
      const deviceName = await givenFiringDevice();
      if (isToldGone) await tellOf(deviceName, null);
      await tellOf(deviceName, aDevice({ deviceName, deviceKey: 2 }));
      await createRules(deviceName);
      expect(await leftOf(deviceName)).toEqual([2, 1, 2, 2, 1]);
      // This process cleans up; the other one never started to.
      const started = await startCleaning(database);
      try {
        await until(async () => (await leftOf(deviceName)).join() === '1,0,0,1,0');
      } finally {
        await started.stop();
      }
    },
  );

  it('has no rule that a reading of a new device of its name meets, although they are still there', async () => {
    const device = aDevice();
    const { deviceName } = device;
    await tellOf(deviceName, device);
    await createRules(deviceName);
    await tellOf(deviceName, null);
    await tellOf(deviceName, aDevice({ deviceName, deviceKey: 2 }));
    const reading = aReading({ deviceName, current: [11, null, null, null] });
    await service.get(Decisions).take(0, [heard([reading])]);
    await service.get(Decisions).settle();
    expect(await leftOf(deviceName)).toEqual([1, 0, 0, 1, 0]);
  });

  it.each(['alerts', 'events'] as const)(
    'also loses one of the %s that was being created when MongoDB failed',
    async (kind) => {
      const way = await proxyBeforeDatabase(database);
      const started = await startCleaning(way);
      try {
        const device = aDevice();
        const { deviceName } = device;
        await tellOf(deviceName, device, started);
        let deletion: Promise<void> | undefined;
        /** The field is read once the device is found, and before the rule is stored. */
        const goneWhenRead = <Request extends object>(request: Request, field: keyof Request): Request => {
          const value = request[field];
          return Object.defineProperty(request, field, {
            get() {
              deletion = tellOf(deviceName, null, started);
              return value;
            },
          });
        };
        let isStored = false;
        let isCut = false;
        const { leftovers } = kind === 'alerts' ? started.get(AlertsService) : started.get(EventsService);
        const refuseIfGone = leftovers.refuseIfGone.bind(leftovers);
        // Called once the transaction is committed.
        leftovers.refuseIfGone = (...rule) => {
          isStored = true;
          return refuseIfGone(...rule);
        };
        way.proxy.beforePassing = (bytes, from) => {
          if (from === 'server') return;
          const isAbout = (command: string) =>
            [command, kind, deviceName].every((part) => bytes.includes(part));
          if (!isStored || isCut || !isAbout('distinct')) return;
          isCut = true;
          way.proxy.cut();
        };
        const creation =
          kind === 'alerts'
            ? started
                .get(AlertsService)
                .create(SYSTEM, goneWhenRead(NewAlert.parse(alertOn(deviceName)), 'message'))
            : started
                .get(EventsService)
                .create(SYSTEM, goneWhenRead(NewEvent.parse(eventOn(deviceName)), 'setPoint'));
        await expect(creation).rejects.toThrow();
        const isTold = await deletion?.then(
          () => true,
          () => false,
        );
        expect(isCut).toBe(true);
        const left = () => database.db.collection(kind).countDocuments({ deviceName });
        await until(async () => (await left()) === 1);
        way.proxy.heal();
        // Kafka delivers a fact again if the cut reached its write, too.
        if (!isTold) await tellOf(deviceName, null, started);
        await until(async () => (await left()) === 0);
      } finally {
        way.proxy.heal();
        await started.stop();
        await way.proxy.close();
      }
    },
  );
});
