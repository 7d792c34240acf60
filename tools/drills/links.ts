import { setTimeout as delay } from 'node:timers/promises';
import { chance } from '../simulate/random.ts';
import { SERVERS, type ServerName } from '../servers/local.ts';
import { judge, type Drill, type Tried } from './drill.ts';
import { tryFault, type Fault } from './fault.ts';
import { Fleet } from './fleet/fleet.ts';
import { EXACT } from './fleet/outcome.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';

interface LinkFault {
  readonly to: readonly ServerName[];
  readonly how: 'cut' | 'half-open' | 'slow';
  readonly seconds: number;
}

/** P11: deadline for recovery after the link to one server is back, and the links to all. */
const WORKS_AGAIN_WITHIN_MS = { one: 30_000, all: 60_000 };
/** Delay of a slow link, each way. */
const LATENCY_MS = 200;
/** Share of resent packets on a slow link, and their extra delay: a round trip and TCP's shortest retransmission timeout. */
const LOST_SHARE = 0.05;
const SENT_AGAIN_AFTER_MS = 600;

const eachFor = (seconds: number, how: LinkFault['how']): LinkFault[] =>
  SERVERS.map((server) => ({ to: [server], how, seconds }));

/** Faults that follow each other at once. */
interface Series {
  readonly name: string;
  readonly faults: readonly LinkFault[];
}

const LONG: readonly Series[] = [
  ...eachFor(60, 'cut'),
  ...eachFor(60, 'half-open'),
  { to: SERVERS, how: 'half-open', seconds: 300 } as const,
  { to: SERVERS, how: 'slow', seconds: 60 } as const,
].map((fault) => ({ name: nameOf(fault), faults: [fault] }));

/** The cut ends each half-open link: detecting one takes longer than the short form may. */
const SHORT: readonly Series[] = [
  {
    name: 'link to each server in turn half-open for 2 s, then cut; after that, each slow for 2 s',
    faults: [
      ...SERVERS.flatMap((server): LinkFault[] => [
        { to: [server], how: 'half-open', seconds: 2 },
        { to: [server], how: 'cut', seconds: 0.5 },
      ]),
      { to: SERVERS, how: 'slow', seconds: 2 },
    ],
  },
];

/** The network between the services and their servers fails. */
export const linksDrill: Drill = {
  name: 'links',
  promises: ['P1', 'P2', 'P3', 'P11'],
  mostlyWaits: true,
  about:
    'The links to MongoDB, Kafka, NATS and Redis are cut, half-open (nothing passes, and neither end gets an error) or slow (200 ms each way, 5 % resent) while devices send readings.',
  installation: { throughLinks: true },
  async run(installation, options) {
    const isLong = options.form === 'long';
    const fleet = await (isLong ? Fleet.make(installation, 20) : Fleet.ofShortForm(installation));
    const tried: Tried[] = [];
    for (const [number, series] of (isLong ? LONG : SHORT).entries()) {
      const seed = options.seed + number;
      const found = await tryFault(installation, fleet, faultOf(installation, series, seed), {
        ...options,
        seed,
      });
      tried.push(
        judge(series.name, found, {
          ...EXACT,
          otherAnswers: 0,
          slowAnswers: 0,
          restarts: 0,
          workedAgainMs: { atMost: WORKS_AGAIN_WITHIN_MS[series.faults.some(isOfAll) ? 'all' : 'one'] },
        }),
      );
    }
    return tried;
  },
};

function isOfAll({ to }: LinkFault): boolean {
  return to.length === SERVERS.length;
}

function nameOf(fault: LinkFault): string {
  const { to, how, seconds } = fault;
  return `link to ${isOfAll(fault) ? 'each server' : to.join(', ')} ${how} for ${seconds} s`;
}

function faultOf({ servers }: DrillInstallation, { name, faults }: Series, seed: number): Fault {
  let passed = 0;
  const latency = () => LATENCY_MS + (chance(seed, (passed += 1)) < LOST_SHARE ? SENT_AGAIN_AFTER_MS : 0);
  const heal = ({ to }: LinkFault) => to.forEach((server) => servers.link(server).heal());
  const [last] = faults.slice(-1) as [LinkFault];
  return {
    name,
    seconds: last.seconds,
    async begin() {
      for (const fault of faults) {
        for (const link of fault.to.map((server) => servers.link(server))) {
          if (fault.how === 'cut') link.cut();
          else if (fault.how === 'half-open') link.blackHole();
          else link.delayBy(latency);
        }
        if (fault === last) break;
        await delay(fault.seconds * 1_000);
        heal(fault);
      }
    },
    end: () => heal(last),
  };
}
