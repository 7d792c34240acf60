import { setTimeout as delay } from 'node:timers/promises';
import { type ServerName, SERVERS } from '../servers/local.ts';
import { judge, type Drill, type DrillOptions, type Tried } from './drill.ts';
import { tryFault, type Fault } from './fault.ts';
import { Fleet } from './fleet/fleet.ts';
import { EXACT } from './fleet/outcome.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';

interface Away {
  readonly server: ServerName;
  readonly how: 'killed' | 'stopped' | 'killed and emptied';
}

/** Servers that are down at the same time. */
interface Outage {
  readonly servers: readonly Away[];
  readonly seconds: number;
}

/** Outages that follow each other at once. */
type Series = readonly Outage[];

/** P11: deadline for recovery after the server is back, and where none could be reached. */
const WORKS_AGAIN_WITHIN_MS = { one: 30_000, all: 60_000 };

const outages = (server: ServerName, ...lengths: number[]): Outage[] =>
  lengths.flatMap((seconds) =>
    (['killed', 'stopped'] as const).map((how) => ({ servers: [{ server, how }], seconds })),
  );

/** No server can be reached. */
const allAtOnce = (how: Away['how'], seconds: number): Outage => ({
  servers: SERVERS.map((server) => ({ server, how })),
  seconds,
});

const LONG: readonly Series[] = [
  ...outages('mongodb', 12, 40, 300),
  ...outages('kafka', 12, 40, 300),
  ...outages('nats', 12, 40),
  ...outages('redis', 12, 40),
  { servers: [{ server: 'redis', how: 'killed and emptied' } as const], seconds: 12 },
  allAtOnce('killed', 300),
  allAtOnce('stopped', 300),
].map((outage) => [outage]);

const SHORT: readonly Series[] = [
  [
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
  ],
];

/** Servers go down, and come back. */
export const outagesDrill: Drill = {
  name: 'outages',
  promises: ['P1', 'P2', 'P3', 'P11'],
  mostlyWaits: true,
  about:
    'MongoDB, Kafka, NATS and Redis are killed or stopped (SIGSTOP) while devices send readings, and come back.',
  async run(installation, options) {
    const isLong = options.form === 'long';
    const fleet = await (isLong ? Fleet.make(installation, 20) : Fleet.ofShortForm(installation));
    const tried: Tried[] = [];
    for (const [number, series] of (isLong ? LONG : SHORT).entries()) {
      tried.push(await tryOutages(installation, fleet, series, { ...options, seed: options.seed + number }));
    }
    return tried;
  },
};

async function tryOutages(
  installation: DrillInstallation,
  fleet: Fleet,
  series: Series,
  options: DrillOptions,
): Promise<Tried> {
  const [last] = series.slice(-1) as [Outage];
  const fault: Fault = {
    name: series.map(nameOf).join(', then '),
    seconds: last.seconds,
    async begin() {
      for (const outage of series) {
        await forEach(outage.servers, (away) => take(installation, away));
        if (outage === last) break;
        await delay(outage.seconds * 1_000);
        await forEach(outage.servers, (away) => bringBack(installation, away));
      }
    },
    end: () => forEach(last.servers, (away) => bringBack(installation, away)),
  };
  return judge(fault.name, await tryFault(installation, fleet, fault, options), {
    ...EXACT,
    otherAnswers: 0,
    slowAnswers: 0,
    restarts: 0,
    workedAgainMs: { atMost: WORKS_AGAIN_WITHIN_MS[isOfAll(last) ? 'all' : 'one'] },
  });
}

const isOfAll = ({ servers }: Outage): boolean => servers.length === SERVERS.length;

const nameOf = ({ servers, seconds }: Outage): string =>
  `${servers.map(({ server, how }) => `${server} ${how}`).join(', ')} for ${seconds} s`;

const forEach = async (servers: readonly Away[], work: (away: Away) => Promise<void>): Promise<void> => {
  await Promise.all(servers.map(work));
};

async function take({ servers }: DrillInstallation, { server, how }: Away): Promise<void> {
  if (how === 'stopped') servers.server(server).pause();
  else await servers.server(server).kill();
  if (how === 'killed and emptied') await servers.emptyRedis();
}

async function bringBack({ servers }: DrillInstallation, { server, how }: Away): Promise<void> {
  if (how === 'stopped') servers.server(server).resume();
  else await servers.server(server).start();
}
