import type { ServerName } from '../servers/local.ts';
import { judge, type Drill, type DrillOptions, type Tried } from './drill.ts';
import { tryFault, type Fault } from './fault.ts';
import { Fleet } from './fleet/fleet.ts';
import { EXACT } from './fleet/outcome.ts';
import type { Ground } from './ground/ground.ts';

interface Outage {
  readonly server: ServerName;
  readonly how: 'killed' | 'stopped' | 'killed and emptied';
  readonly seconds: number;
}

/** P11: it recovers by itself within this after the server is back, ms. */
const WORKS_AGAIN_WITHIN_MS = 30_000;

const outages = (server: ServerName, ...lengths: number[]): Outage[] =>
  lengths.flatMap((seconds) => [
    { server, how: 'killed', seconds } as const,
    { server, how: 'stopped', seconds } as const,
  ]);

const LONG: readonly Outage[] = [
  ...outages('mongodb', 12, 40, 300),
  ...outages('kafka', 12, 40, 300),
  ...outages('nats', 12, 40),
  ...outages('redis', 12, 40),
  { server: 'redis', how: 'killed and emptied', seconds: 12 },
];

/** Longer than the driver of MongoDB tries again by itself. */
const SHORT: readonly Outage[] = [
  { server: 'mongodb', how: 'killed', seconds: 6 },
  { server: 'kafka', how: 'stopped', seconds: 3 },
  { server: 'nats', how: 'killed', seconds: 2 },
  { server: 'redis', how: 'killed and emptied', seconds: 2 },
];

/** A server that is away, and comes back. */
export const outagesDrill: Drill = {
  name: 'outages',
  promises: ['P1', 'P2', 'P3', 'P11'],
  mostlyWaits: true,
  about: 'MongoDB, Kafka, NATS and Redis are killed or stopped under a stream of readings, and come back.',
  async run(ground, options) {
    const fleet = await Fleet.make(ground, options.form === 'long' ? 20 : 10);
    const tried: Tried[] = [];
    for (const [number, outage] of (options.form === 'long' ? LONG : SHORT).entries()) {
      tried.push(await tryOutage(ground, fleet, outage, { ...options, seed: options.seed + number }));
    }
    return tried;
  },
};

async function tryOutage(
  ground: Ground,
  fleet: Fleet,
  { server: name, how, seconds }: Outage,
  options: DrillOptions,
): Promise<Tried> {
  const server = ground.servers.server(name);
  const fault: Fault = {
    name: `${name} ${how} for ${seconds} s`,
    seconds,
    async begin() {
      if (how === 'stopped') server.pause();
      else await server.kill();
      if (how === 'killed and emptied') await ground.servers.emptyRedis();
    },
    async end() {
      if (how === 'stopped') server.resume();
      else await server.start();
    },
  };
  return judge(fault.name, await tryFault(ground, fleet, fault, options), {
    ...EXACT,
    otherAnswers: 0,
    slowAnswers: 0,
    restarts: 0,
    workedAgainMs: { atMost: WORKS_AGAIN_WITHIN_MS },
  });
}
