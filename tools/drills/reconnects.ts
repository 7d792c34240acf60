import { heldBy } from '@telemon/testing/memory';
import { until } from '@telemon/testing/waiting';
import { SERVICES } from '../start/services.ts';
import { judge, type Bound, type Counts, type Drill, type Form, type Tried } from './drill.ts';
import { compareStored } from './fleet/stored.ts';
import { Visitor } from './fleet/visitor.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';
import { type Back, FleetProcesses } from './reconnects/fleet-processes.ts';
import { ImportedFleet } from './reconnects/imported-fleet.ts';
import { SecondReplicas } from './replicas/second-replicas.ts';
import { summed } from './summed.ts';

interface Size {
  readonly devices: number;
  /** Readings a second, of all devices together. */
  readonly perSecond: number;
}

const SIZES: Readonly<Record<Form, Size>> = {
  long: { devices: 10_000, perSecond: 500 },
  short: { devices: 300, perSecond: 100 },
};
/** From the fault until the last device has signed in. */
const BACK_WITHIN_MS = 60_000;
/** From then until the list shows all devices as connected since the fault: a bridge reports a thousand a second at most. */
const SHOWN_WITHIN_MS = 60_000;
/** Growth of the bridge's memory while each device has two connections for a moment. */
const GROWN_MOST_MB = 200;
const MB = 1024 ** 2;
const STORED_WITHIN_MS = 120_000;
const COMPARED_AT_ONCE = 8;

/** A fleet that reconnects at once. */
export const reconnectsDrill: Drill = {
  name: 'reconnects',
  promises: ['P1', 'P8'],
  about:
    'Ten thousand devices (300 in the short form) that send readings reconnect at once: after a kill of their bridge (kill -9), and with new connections while the former ones are open, to the same bridge and, in the long form, to another one. Then the list of devices is compared with their connections.',
  async run(installation, { form, say }) {
    const { devices, perSecond } = SIZES[form];
    say(`making ${devices} devices`);
    const fleet = await ImportedFleet.make(installation, devices);
    const { mqttPort } = installation.product.addresses;
    say('connecting them');
    const processes = await FleetProcesses.connect(mqttPort, fleet.logins, perSecond);
    const second = form === 'long' ? await secondBridge(installation) : null;
    try {
      const drilled = { installation, fleet, processes };
      say('the bridge is killed');
      const tried = [await tryKill(drilled)];
      say('all connect anew');
      tried.push(await tryAnew(drilled));
      if (second !== null) tried.push(await tryElsewhere(drilled, second.mqttPort));
      tried.push(await tryEnd(drilled));
      return tried;
    } finally {
      processes.end();
      await second?.stop();
    }
  },
};

interface Drilled {
  readonly installation: DrillInstallation;
  readonly fleet: ImportedFleet;
  readonly processes: FleetProcesses;
}

const secondBridge = ({ product }: DrillInstallation): Promise<SecondReplicas> =>
  SecondReplicas.start(
    product,
    () => undefined,
    SERVICES.filter(({ name }) => name === 'mqtt-bridge'),
  );

/** The bounds of each reconnection. */
const ALL_BACK: Readonly<Record<string, Bound>> = {
  away: 0,
  stayed: 0,
  backMs: { atMost: BACK_WITHIN_MS },
  notShown: 0,
  shownAfterMs: { atMost: SHOWN_WITHIN_MS },
  otherAnswers: 0,
  slowAnswers: 0,
};

async function tryKill({ installation, fleet, processes }: Drilled): Promise<Tried> {
  const restartsBefore = installation.restarts;
  const visitor = new Visitor(installation);
  const from = Date.now();
  installation.product.kill('mqtt-bridge');
  const counts = {
    ...(await backCounts(fleet, from, await processes.awaitBack(from))),
    ...(await visitor.end()),
    restarts: installation.restarts - restartsBefore,
  };
  return judge('their bridge is killed', counts, { ...ALL_BACK, restarts: 1 });
}

async function tryAnew(drilled: Drilled): Promise<Tried> {
  const { product } = drilled.installation;
  const pid = product.pid('mqtt-bridge');
  const heldBefore = heldBy(pid);
  const counts = await connectAnew(drilled, product.addresses.mqttPort);
  const grownMb = Math.round((heldBy(pid) - heldBefore) / MB);
  return judge(
    'all connect anew, to the same bridge',
    { ...counts, grownMb },
    {
      ...ALL_BACK,
      grownMb: { atMost: GROWN_MOST_MB },
      restarts: 0,
    },
  );
}

async function tryElsewhere(drilled: Drilled, port: number): Promise<Tried> {
  return judge('all connect anew, to another bridge', await connectAnew(drilled, port), {
    ...ALL_BACK,
    restarts: 0,
  });
}

async function connectAnew({ installation, fleet, processes }: Drilled, port: number): Promise<Counts> {
  const restartsBefore = installation.restarts;
  const visitor = new Visitor(installation);
  const from = Date.now();
  await processes.connectAnew(port);
  return {
    ...(await backCounts(fleet, from, await processes.awaitBack(from))),
    ...(await visitor.end()),
    restarts: installation.restarts - restartsBefore,
  };
}

/** @param from The time of the fault, epoch ms */
async function backCounts(fleet: ImportedFleet, from: number, back: Back): Promise<Counts> {
  const { lastSignedInAt, away, stayed } = back;
  const areReported = async () => (await fleet.notReportedSince(from)) === 0;
  await until(areReported, { timeoutMs: SHOWN_WITHIN_MS, everyMs: 100 }).catch(() => undefined);
  const shownAfterMs = Date.now() - lastSignedInAt;
  return {
    devices: fleet.logins.length,
    away,
    stayed,
    backMs: lastSignedInAt - from,
    shownAfterMs,
    notShown: await fleet.notShownSince(from),
  };
}

/** Everything that was acknowledged is stored, and the devices leave. */
async function tryEnd({ installation, fleet, processes }: Drilled): Promise<Tried> {
  const sent = await processes.finish();
  const readings = sent.map(({ end, acknowledged }, place) => ({
    device: { key: fleet.keys[place]! },
    first: 0,
    end,
    acknowledged: new Set(acknowledged),
  }));
  const lanes = Array.from({ length: COMPARED_AT_ONCE }, (_, lane) =>
    readings.filter((_reading, place) => place % COMPARED_AT_ONCE === lane),
  );
  let stored: Counts = {};
  const isStored = async () => {
    stored = summed(await Promise.all(lanes.map((lane) => compareStored(installation, lane))));
    return stored['lost'] === 0;
  };
  await until(isStored, { timeoutMs: STORED_WITHIN_MS, everyMs: 1_000 }).catch(() => undefined);
  await processes.disconnect();
  const areGone = async () => (await fleet.shownAs('disconnected')) === fleet.logins.length;
  await until(areGone, { timeoutMs: SHOWN_WITHIN_MS, everyMs: 250 }).catch(() => undefined);
  const stillShown = fleet.logins.length - (await fleet.shownAs('disconnected'));
  return judge(
    'their readings, and their end',
    { ...stored, stillShown },
    {
      acknowledged: { atLeast: 1 },
      lost: 0,
      duplicate: 0,
      phantom: 0,
      stillShown: 0,
    },
  );
}
