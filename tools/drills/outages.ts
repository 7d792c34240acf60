import type { ServerName } from '../servers/local.ts';
import { judge, type Drill, type DrillOptions, type Tried } from './drill.ts';
import { tryFault, type Fault } from './fault.ts';
import { Fleet } from './fleet/fleet.ts';
import { EXACT } from './fleet/outcome.ts';
import type { Ground } from './ground/ground.ts';

interface Away {
  readonly server: ServerName;
  readonly how: 'killed' | 'stopped' | 'killed and emptied';
}

/** Servers that are down at the same time. */
interface Outage {
  readonly servers: readonly Away[];
  readonly seconds: number;
}

/** P11: deadline for recovery after the server is back. */
const WORKS_AGAIN_WITHIN_MS = 30_000;

const outages = (server: ServerName, ...lengths: number[]): Outage[] =>
  lengths.flatMap((seconds) =>
    (['killed', 'stopped'] as const).map((how) => ({ servers: [{ server, how }], seconds })),
  );

const LONG: readonly Outage[] = [
  ...outages('mongodb', 12, 40, 300),
  ...outages('kafka', 12, 40, 300),
  ...outages('nats', 12, 40),
  ...outages('redis', 12, 40),
  { servers: [{ server: 'redis', how: 'killed and emptied' }], seconds: 12 },
];

const SHORT: readonly Outage[] = [
  // Longer than MongoDB's driver retries by itself.
  { servers: [{ server: 'mongodb', how: 'killed' }], seconds: 6 },
  {
    servers: [
      { server: 'kafka', how: 'stopped' },
      { server: 'nats', how: 'killed' },
      { server: 'redis', how: 'killed and emptied' },
    ],
    seconds: 3,
  },
];

/** Servers go down, and come back. */
export const outagesDrill: Drill = {
  name: 'outages',
  promises: ['P1', 'P2', 'P3', 'P11'],
  mostlyWaits: true,
  about:
    'MongoDB, Kafka, NATS and Redis are killed or stopped (SIGSTOP) while devices send readings, and come back.',
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
  { servers, seconds }: Outage,
  options: DrillOptions,
): Promise<Tried> {
  const fault: Fault = {
    name: `${servers.map(({ server, how }) => `${server} ${how}`).join(', ')} for ${seconds} s`,
    seconds,
    begin: () => forEach(servers, (away) => take(ground, away)),
    end: () => forEach(servers, (away) => bringBack(ground, away)),
  };
  return judge(fault.name, await tryFault(ground, fleet, fault, options), {
    ...EXACT,
    otherAnswers: 0,
    slowAnswers: 0,
    restarts: 0,
    workedAgainMs: { atMost: WORKS_AGAIN_WITHIN_MS },
  });
}

const forEach = async (servers: readonly Away[], work: (away: Away) => Promise<void>): Promise<void> => {
  await Promise.all(servers.map(work));
};

async function take({ servers }: Ground, { server, how }: Away): Promise<void> {
  if (how === 'stopped') servers.server(server).pause();
  else await servers.server(server).kill();
  if (how === 'killed and emptied') await servers.emptyRedis();
}

async function bringBack({ servers }: Ground, { server, how }: Away): Promise<void> {
  if (how === 'stopped') servers.server(server).resume();
  else await servers.server(server).start();
}
