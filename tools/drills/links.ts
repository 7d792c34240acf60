import { chance } from '../simulate/random.ts';
import { SERVERS, type ServerName } from '../servers/local.ts';
import { judge, type Drill, type Tried } from './drill.ts';
import { tryFault, type Fault } from './fault.ts';
import { Fleet } from './fleet/fleet.ts';
import { EXACT } from './fleet/outcome.ts';
import type { Ground } from './ground/ground.ts';

interface LinkFault {
  readonly to: readonly ServerName[];
  readonly how: 'cut' | 'half-open' | 'slow';
  readonly seconds: number;
}

const CAUGHT_UP_WITHIN_MS = 60_000;
/** Delay of a slow link, each way. */
const LATENCY_MS = 200;
/** Share of resent packets on a slow link, and their extra delay: a round trip and TCP's shortest retransmission timeout. */
const LOST_SHARE = 0.05;
const SENT_AGAIN_AFTER_MS = 600;

const eachFor = (seconds: number, how: LinkFault['how']): LinkFault[] =>
  SERVERS.map((server) => ({ to: [server], how, seconds }));

const LONG: readonly LinkFault[] = [
  ...eachFor(60, 'cut'),
  ...eachFor(60, 'half-open'),
  { to: SERVERS, how: 'half-open', seconds: 300 },
  { to: SERVERS, how: 'slow', seconds: 60 },
];

/** No half-open links: detecting one takes longer than the short form may. */
const SHORT: readonly LinkFault[] = [
  { to: SERVERS, how: 'cut', seconds: 2 },
  { to: SERVERS, how: 'slow', seconds: 2 },
];

/** The network between the services and their servers fails. */
export const linksDrill: Drill = {
  name: 'links',
  promises: ['P1', 'P2', 'P3', 'P11'],
  mostlyWaits: true,
  about:
    'The links to MongoDB, Kafka, NATS and Redis are cut, half-open (nothing passes, and neither end gets an error) or slow (200 ms each way, 5 % resent) while devices send readings.',
  ground: { throughLinks: true },
  async run(ground, options) {
    const isLong = options.form === 'long';
    const fleet = await Fleet.make(ground, isLong ? 20 : 10);
    const tried: Tried[] = [];
    for (const [number, fault] of (isLong ? LONG : SHORT).entries()) {
      const seed = options.seed + number;
      const found = await tryFault(ground, fleet, faultOf(ground, fault, seed), { ...options, seed });
      tried.push(
        judge(nameOf(fault), found, {
          ...EXACT,
          otherAnswers: 0,
          slowAnswers: 0,
          restarts: 0,
          workedAgainMs: { atMost: CAUGHT_UP_WITHIN_MS },
        }),
      );
    }
    return tried;
  },
};

const nameOf = ({ to, how, seconds }: LinkFault): string =>
  `link to ${to.length === SERVERS.length ? 'each server' : to.join(', ')} ${how} for ${seconds} s`;

function faultOf({ servers }: Ground, fault: LinkFault, seed: number): Fault {
  const links = fault.to.map((name) => servers.link(name));
  let passed = 0;
  const latency = () => LATENCY_MS + (chance(seed, (passed += 1)) < LOST_SHARE ? SENT_AGAIN_AFTER_MS : 0);
  return {
    name: nameOf(fault),
    seconds: fault.seconds,
    begin() {
      for (const link of links) {
        if (fault.how === 'cut') link.cut();
        else if (fault.how === 'half-open') link.blackHole();
        else link.delayBy(latency);
      }
    },
    end() {
      for (const link of links) link.heal();
    },
  };
}
