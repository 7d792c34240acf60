import { setTimeout as delay } from 'node:timers/promises';
import { SERVERS } from '../servers/local.ts';
import { chance } from '../simulate/random.ts';
import { SERVICES } from '../start/services.ts';
import { judge, type Drill, type DrillOptions, type Tried } from './drill.ts';
import { Fleet } from './fleet/fleet.ts';
import { EXACT, outcomeOf } from './fleet/outcome.ts';
import { Stream } from './fleet/stream.ts';
import { timeToWork } from './fleet/working.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';
import { shuffled } from './shuffled.ts';

const VICTIMS = [...SERVICES.map(({ name }) => name), ...SERVERS];
const isServer = (victim: string) => SERVERS.some((server) => server === victim);
const KILLS_OF_EACH = 10;
const LONGEST_BEFORE_A_KILL_MS = 2_000;
/** Mean pause between two kills in the short form, which does not wait for restarts. */
const SHORT_BETWEEN_MS = 400;

/** Deadline for everything to work again after the kill of a service, and of a server (P11). */
const WORKS_AGAIN_WITHIN_MS = { service: 10_000, server: 30_000 };
/** The deadline after a kill of all, on a machine that also runs other tests. */
const ALL_WORK_AGAIN_WITHIN_MS = 60_000;

/** Kills processes, which the launcher starts again. */
export const crashDrill: Drill = {
  name: 'crash',
  promises: ['P1', 'P2', 'P3'],
  about: 'Each service and each server is killed (kill -9) at random moments while devices send readings.',
  installation: { launcherServers: true },
  async run(installation, options) {
    if (options.form === 'short') {
      const fleet = await Fleet.make(installation, 10);
      return [await killAllOnce(installation, fleet, options)];
    }
    const fleet = await Fleet.make(installation, 20);
    const tried: Tried[] = [];
    for (const [number, victim] of VICTIMS.entries()) {
      options.say(victim);
      tried.push(await killOften(installation, fleet, victim, options.seed + number));
    }
    return tried;
  },
};

async function killOften(
  installation: DrillInstallation,
  fleet: Fleet,
  victim: string,
  seed: number,
): Promise<Tried> {
  const restartsBefore = installation.restarts;
  const stream = await Stream.begin(installation, fleet, 200);
  let workedAgainMs = 0;
  for (let kill = 0; kill < KILLS_OF_EACH; kill += 1) {
    await delay(chance(seed, kill) * LONGEST_BEFORE_A_KILL_MS);
    const from = performance.now();
    await Promise.all([timeToWork(installation, stream), installation.product.killAndAwait(victim)]);
    workedAgainMs = Math.max(workedAgainMs, Math.round(performance.now() - from));
  }
  return outcome(installation, stream, {
    fault: `${victim} killed ${KILLS_OF_EACH} times`,
    kills: KILLS_OF_EACH,
    restartsBefore,
    workedAgainMs,
    workedAgainWithinMs: WORKS_AGAIN_WITHIN_MS[isServer(victim) ? 'server' : 'service'],
  });
}

async function killAllOnce(
  installation: DrillInstallation,
  fleet: Fleet,
  { seed }: DrillOptions,
): Promise<Tried> {
  const restartsBefore = installation.restarts;
  const stream = await Stream.begin(installation, fleet, 100);
  for (const [number, victim] of shuffled(seed, VICTIMS).entries()) {
    await delay((0.5 + chance(seed, VICTIMS.length + number)) * SHORT_BETWEEN_MS);
    installation.product.kill(victim);
  }
  return outcome(installation, stream, {
    fault: 'each service and each server killed once',
    kills: VICTIMS.length,
    restartsBefore,
    workedAgainMs: await timeToWork(installation, stream),
    workedAgainWithinMs: ALL_WORK_AGAIN_WITHIN_MS,
  });
}

interface Killing {
  readonly fault: string;
  readonly kills: number;
  readonly restartsBefore: number;
  readonly workedAgainMs: number;
  readonly workedAgainWithinMs: number;
}

async function outcome(installation: DrillInstallation, stream: Stream, killing: Killing): Promise<Tried> {
  const { fault, kills, restartsBefore, workedAgainMs, workedAgainWithinMs } = killing;
  await stream.end();
  const counts = {
    ...(await outcomeOf(installation, stream)),
    restarts: installation.restarts - restartsBefore,
    workedAgainMs,
  };
  return judge(fault, counts, {
    ...EXACT,
    // Only the killed processes.
    restarts: kills,
    workedAgainMs: { atMost: workedAgainWithinMs },
  });
}
