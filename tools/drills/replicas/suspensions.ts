import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { TcpProxy } from '@telemon/testing/tcp-proxy';
import { until } from '@telemon/testing/waiting';
import { chance } from '../../simulate/random.ts';
import { judge, type Counts, type DrillOptions, type Tried } from '../drill.ts';
import { firedSeqs } from '../fleet/alerts.ts';
import { EXACT, outcomeOf } from '../fleet/outcome.ts';
import { Stream } from '../fleet/stream.ts';
import { Visitor } from '../fleet/visitor.ts';
import { timeToWork } from '../fleet/working.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { summed } from '../summed.ts';
import { NoticeLimits } from './notice-limits.ts';
import { restartsOf, type Pairs } from './pairs.ts';
import { RetryingVisitor } from './retrying-visitor.ts';

/** The services whose replicas share work: partitions and claims (the first two), and connections of devices. */
const SERVICES = ['devices', 'alerting', 'mqtt-bridge'] as const;
const SUSPENDED_MS = 90_000;
const RATE = 100;
/** Time for which devices send before the limits' first crossings. */
const BEFORE_MS = 3_000;
/** Longest time from these crossings to the suspension: until then they are decided, and their notices sent. */
const AFTER_CROSSINGS_MS = 300;
/** Time for which alerting goes on if it was suspended while it sent nothing. */
const UNTIL_ANOTHER_NOTICE_MS = 50;
const SENDS_WITHIN_MS = 20_000;
/** After this time without an acknowledgement, devices leave a suspended bridge. */
const PATIENCE_MS = 5_000;
/** Deadline for the other replica to do all of the work, and for both to do it again. No call fails after it. */
const WORKS_WITHIN_MS = 30_000;

/**
 * Suspends the second replica of a service while devices send readings, and notices exceed their limits. The first one takes over;
 * when the second one goes on, nothing that it writes or sends may count twice.
 */
export async function trySuspensions(pairs: Pairs, options: DrillOptions): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const [number, service] of SERVICES.entries())
    tried.push(...(await trySuspension(pairs, service, { ...options, seed: options.seed + number })));
  return tried;
}

async function trySuspension(
  pairs: Pairs,
  service: (typeof SERVICES)[number],
  { seed, say }: DrillOptions,
): Promise<Tried[]> {
  const { installation, second, fleet, urls } = pairs;
  const fault = `the second ${service} suspended for ${SUSPENDED_MS / 1_000} s`;
  say(fault);
  const limits = await NoticeLimits.make(installation);
  // The devices' way to the second bridge: they close their connections when it stands still.
  const way = await TcpProxy.to(pairs.ports[1]);
  const ports = [pairs.ports[0], way.port];
  const restartsBefore = restartsOf(pairs);
  const stream = await Stream.begin(installation, fleet, RATE, { ports });
  const visitor = new Visitor(installation);
  await delay(BEFORE_MS);
  const crossing = limits.cross(ports, SUSPENDED_MS);
  await delay(chance(seed, 0) * AFTER_CROSSINGS_MS);
  const suspended = await suspend(pairs, service);
  const over = delay(SUSPENDED_MS);
  if (service === 'mqtt-bridge') void delay(PATIENCE_MS).then(() => way.cut());
  const tookOver = await Promise.all([
    timeToWork(installation, stream),
    timeToFire(installation, stream),
    delay(WORKS_WITHIN_MS),
  ]);
  const firstVisits = await visitor.end();
  const retrying = await RetryingVisitor.come(installation, urls);
  await over;
  second.resume(service);
  way.heal();
  const workedAgainMs = await timeToWork(installation, stream);
  await crossing;
  await stream.end();
  const counts = {
    ...(await outcomeOf(installation, stream)),
    ...suspended,
    ...summed([firstVisits, await retrying.end()]),
    restarts: restartsOf(pairs) - restartsBefore,
    tookOverMs: Math.max(tookOver[0], tookOver[1]),
    workedAgainMs,
  };
  await way.close();
  return [
    judge(fault, counts, {
      ...EXACT,
      otherAnswers: 0,
      slowAnswers: 0,
      failedCalls: 0,
      ...(service === 'alerting' && { sending: { atLeast: 1 } }),
      restarts: 0,
      tookOverMs: { atMost: WORKS_WITHIN_MS },
      workedAgainMs: { atMost: WORKS_WITHIN_MS },
    }),
    ...(await limits.outcome()).map((tried) => ({ ...tried, fault: `${tried.fault}, meanwhile` })),
  ];
}

/**
 * Suspends the second replica of a service; that of alerting while it sends notices. The first one sends these again when their lease
 * ends, marked as possible second copies.
 */
async function suspend({ installation, second }: Pairs, service: string): Promise<Counts> {
  second.pause(service);
  if (service !== 'alerting') return {};
  const notices = installation.database.db('alerting').collection('notices');
  const holder = `${hostname()}:${second.healthPort(service)}`;
  const count = () => notices.countDocuments({ holder, dueAt: { $exists: true } });
  const from = performance.now();
  let sending = await count();
  while (sending === 0 && performance.now() - from < SENDS_WITHIN_MS) {
    second.resume(service);
    await delay(UNTIL_ANOTHER_NOTICE_MS);
    second.pause(service);
    sending = await count();
  }
  return { sending };
}

/** Time from now until the alert of each device has fired at a reading that it sends from now on, ms. */
async function timeToFire(installation: DrillInstallation, { sent }: Stream): Promise<number> {
  const from = performance.now();
  const waiting = new Map(sent.map(({ device, end }) => [device, end]));
  const haveFired = async () => {
    for (const [device, seq] of waiting) {
      if (!(await firedSeqs(installation, device.name)).some((fired) => fired >= seq)) return false;
      waiting.delete(device);
    }
    return true;
  };
  await until(haveFired, { timeoutMs: SUSPENDED_MS, everyMs: 200 }).catch(() => undefined);
  return Math.round(performance.now() - from);
}
