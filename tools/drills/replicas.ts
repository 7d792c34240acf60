import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { chance } from '../simulate/random.ts';
import { SERVICES } from '../start/services.ts';
import { judge, type Drill, type DrillOptions, type Tried } from './drill.ts';
import { Fleet } from './fleet/fleet.ts';
import { EXACT, outcomeOf } from './fleet/outcome.ts';
import { Stream } from './fleet/stream.ts';
import { timeToWork } from './fleet/working.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';
import { tryAttempts } from './replicas/attempts.ts';
import { NoticeLimits } from './replicas/notice-limits.ts';
import { restartsOf, type Pairs } from './replicas/pairs.ts';
import { RetryingVisitor } from './replicas/retrying-visitor.ts';
import { SecondReplicas } from './replicas/second-replicas.ts';
import { trySuspensions } from './replicas/suspensions.ts';
import { tryTakeovers } from './replicas/takeovers.ts';
import { shuffled } from './shuffled.ts';

const LONG_MS = 10 * MINUTE_MS;
const SHORT_MS = 4_000;
/** Deadline for everything to work again after a kill in the long form. */
const WORKS_AGAIN_WITHIN_MS = 30_000;
const MORE_THAN_ENOUGH = '1000000';

/** Two processes of every service. */
export const replicasDrill: Drill = {
  name: 'replicas',
  promises: ['P1', 'P2', 'P3', 'P5', 'P8'],
  onlyLongTests: ['P8'],
  mostlyWaits: true,
  about:
    'Two replicas of every service run side by side, and are killed (kill -9) one after the other. In the long form, one of two is also suspended (SIGSTOP), and goes on when the other one has taken over.',
  installation: {
    env: {
      // One partition for each replica.
      KAFKA_PARTITIONS: '2',
      RATE_LIMITS: 'on',
      // Each bridge counts a device's rate separately; the other limits would slow the drill's own calls.
      DEVICE_RATE: MORE_THAN_ENOUGH,
      DEVICE_BURST: MORE_THAN_ENOUGH,
      USER_LIMIT: MORE_THAN_ENOUGH,
      ADDRESS_LIMIT: MORE_THAN_ENOUGH,
      // All devices write to the same address.
      EMAIL_RECIPIENT_DAY_LIMIT: MORE_THAN_ENOUGH,
    },
  },
  async run(installation, options) {
    const { url, mqttPort } = installation.product.addresses;
    const fleet = await Fleet.make(installation, options.form === 'long' ? 20 : 10);
    const limits = await NoticeLimits.make(installation);
    const second = await SecondReplicas.start(installation.product, options.say);
    try {
      const urls = [url, second.url];
      const ports = [mqttPort, second.mqttPort] as const;
      const pairs = { installation, second, fleet, urls, ports };
      return [
        ...(await tryTakeovers(fleet, ports)),
        ...(await tryAttempts(installation, urls)),
        ...(await tryKills(pairs, limits, options)),
        ...(options.form === 'long' ? await trySuspensions(pairs, options) : []),
      ];
    } finally {
      await second.stop();
    }
  },
};

/** Kills replicas while devices send readings, a visitor polls /v1, and notices exceed their limits. */
async function tryKills(pairs: Pairs, limits: NoticeLimits, options: DrillOptions): Promise<Tried[]> {
  const { installation, second, fleet, urls, ports } = pairs;
  const isLong = options.form === 'long';
  const restartsBefore = restartsOf(pairs);
  const stream = await Stream.begin(installation, fleet, isLong ? 40 : 100, { ports });
  const visitor = await RetryingVisitor.come(installation, urls);
  const crossing = limits.cross(ports, isLong ? LONG_MS : SHORT_MS);
  const killed = isLong
    ? await killBothOfEach(installation, second, stream, options)
    : await killOneOfEach(installation, second, options);
  await crossing;
  await stream.end();
  const visits = await visitor.end();
  const counts = {
    ...(await outcomeOf(installation, stream)),
    ...visits,
    ...killed,
    restarts: restartsOf(pairs) - restartsBefore,
  };
  const fault = isLong ? 'one of each killed in turn for ten minutes' : 'one of each killed in turn';
  return [
    judge(fault, counts, {
      ...EXACT,
      restarts: killed.kills,
      // In the short form several replicas are down at once, and a call and its retry may meet two of them.
      ...(isLong && { failedCalls: 0, workedAgainMs: { atMost: WORKS_AGAIN_WITHIN_MS } }),
    }),
    ...(await limits.outcome()),
  ];
}

/** Kills both replicas of each service, each at a random moment of its own time slot, and waits until it is back. */
async function killBothOfEach(
  installation: DrillInstallation,
  second: SecondReplicas,
  stream: Stream,
  { seed, say }: DrillOptions,
): Promise<{ kills: number; workedAgainMs: number }> {
  const victims = shuffled(
    seed,
    SERVICES.flatMap(({ name }) => [
      { name, what: `the launcher's ${name}`, of: installation.product },
      { name, what: `the second ${name}`, of: second },
    ]),
  );
  const stretchMs = LONG_MS / victims.length;
  let workedAgainMs = 0;
  for (const [number, { name, what, of }] of victims.entries()) {
    const over = delay(stretchMs);
    await delay(chance(seed, victims.length + number) * (stretchMs / 2));
    say(`${what} is killed`);
    const [, workedMs] = await Promise.all([of.killAndAwait(name), timeToWork(installation, stream)]);
    workedAgainMs = Math.max(workedAgainMs, workedMs);
    await over;
  }
  return { kills: victims.length, workedAgainMs };
}

/** Kills one replica of each vital service, without waiting until it is back. */
async function killOneOfEach(
  installation: DrillInstallation,
  second: SecondReplicas,
  { seed }: DrillOptions,
): Promise<{ kills: number }> {
  const victims = shuffled(
    seed,
    SERVICES.filter(({ isVital }) => isVital),
  );
  for (const [number, { name }] of victims.entries()) {
    await delay(SHORT_MS / victims.length);
    (chance(seed, victims.length + number) < 0.5 ? installation.product : second).kill(name);
  }
  return { kills: victims.length };
}
