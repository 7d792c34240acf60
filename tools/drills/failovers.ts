import { setTimeout as delay } from 'node:timers/promises';
import { judge, type Bound, type Counts, type Drill, type Tried } from './drill.ts';
import { DeletedDevice } from './failovers/deleted-device.ts';
import { tryFault, type Fault } from './fault.ts';
import { Fleet } from './fleet/fleet.ts';
import { EXACT } from './fleet/outcome.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';

const WORKS_AGAIN_WITHIN_MS = 30_000;
/** Over two seconds: devices then compares a message with the database. */
const MESSAGES_WAIT_MS = 3_000;
/** With MESSAGES_WAIT_MS under ten seconds: then a primary without a majority steps down. */
const WITHOUT_MAJORITY_S = 4;

const BOUNDS: Readonly<Record<string, Bound>> = {
  ...EXACT,
  otherAnswers: 0,
  slowAnswers: 0,
  restarts: 0,
  workedAgainMs: { atMost: WORKS_AGAIN_WITHIN_MS },
};

/** MongoDB with three members, as on Kubernetes: another one is elected, and the former primary takes back its last writes. */
export const failoversDrill: Drill = {
  name: 'failovers',
  promises: ['P1', 'P2', 'P3', 'P11'],
  about:
    'MongoDB has three members. Its primary steps down, is killed or stopped (SIGSTOP), loses the others, or takes back writes, a deletion among them, that no majority had.',
  installation: { databaseMembers: 3 },
  longOnly: 'an election takes ten seconds',
  mostlyWaits: true,
  async run(installation, options) {
    const fleet = await Fleet.make(installation, 20);
    const tried: Tried[] = [];
    for (const [number, prepare] of FAILOVERS.entries()) {
      const { fault, alsoCounted } = await prepare(installation);
      const seen = await tryFault(installation, fleet, fault, { ...options, seed: options.seed + number });
      const counts = { ...seen, ...(await alsoCounted?.()) };
      tried.push(judge(fault.name, counts, alsoCounted ? { ...BOUNDS, takenBack: 1, deaf: 0 } : BOUNDS));
    }
    return tried;
  },
};

interface Failover {
  readonly fault: Fault;
  /** Counts of the device whose deletion was taken back. */
  alsoCounted?(): Promise<Counts>;
}

async function steppedDown({ servers: { members } }: DrillInstallation): Promise<Failover> {
  return {
    fault: { name: 'primary steps down', seconds: 20, begin: () => members.stepDown(), end: () => undefined },
  };
}

async function primaryKilled({ servers: { members } }: DrillInstallation): Promise<Failover> {
  const { primary } = await members.byRole();
  return {
    fault: {
      name: 'primary killed for 30 s',
      seconds: 30,
      begin: () => primary.kill(),
      end: () => primary.start(),
    },
  };
}

async function primaryStopped({ servers: { members } }: DrillInstallation): Promise<Failover> {
  const { primary } = await members.byRole();
  return {
    fault: {
      name: 'primary stopped for 40 s',
      seconds: 40,
      begin: () => primary.pause(),
      end: () => primary.resume(),
    },
  };
}

async function othersStopped({ servers: { members } }: DrillInstallation): Promise<Failover> {
  const { secondaries } = await members.byRole();
  return {
    fault: {
      name: 'both other members stopped for 40 s',
      seconds: 40,
      begin: () => secondaries.forEach((server) => server.pause()),
      end: () => secondaries.forEach((server) => server.resume()),
    },
  };
}

/**
 * The primary takes writes without a majority, dies, and finds another primary when it is back. Kafka's pause makes messages wait
 * until the deletion is there.
 */
async function writesTakenBack(installation: DrillInstallation): Promise<Failover> {
  const { members } = installation.servers;
  const { primary, secondaries } = await members.byRole();
  const device = await DeletedDevice.make(installation);
  return {
    fault: {
      name: 'writes without a majority, a deletion among them, taken back',
      seconds: WITHOUT_MAJORITY_S,
      async begin() {
        installation.servers.server('kafka').pause();
        // Stopped members would find the writes in their sockets.
        await Promise.all(secondaries.map((server) => server.kill()));
        device.delete();
        await delay(MESSAGES_WAIT_MS);
        installation.servers.server('kafka').resume();
      },
      async end() {
        await primary.kill();
        await Promise.all(secondaries.map((server) => server.start()));
        await members.byRole();
        await primary.start();
      },
    },
    alsoCounted: () => device.end(),
  };
}

/** The last one twice: the second time on another member. */
const FAILOVERS: readonly ((installation: DrillInstallation) => Promise<Failover>)[] = [
  steppedDown,
  primaryKilled,
  primaryStopped,
  othersStopped,
  writesTakenBack,
  writesTakenBack,
];
