import { TOPICS } from '@telemon/contracts/topics';
import { given } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import { judge, type Drill, type DrillOptions, type Tried } from './drill.ts';
import { tryFault } from './fault.ts';
import { Fleet } from './fleet/fleet.ts';
import { EXACT } from './fleet/outcome.ts';
import type { Ground } from './ground/ground.ts';
import { silence, type Silence } from './silent-consumer/silence.ts';

interface ConsumerOf {
  readonly service: string;
  readonly topic: string;
}

interface SilentConsumers {
  readonly of: string;
  readonly consumers: readonly ConsumerOf[];
  readonly how: Silence;
}

/** Deadline for its process to exit by itself. */
const ENDS_WITHIN_MS = 45_000;
const GIVEN_UP_AFTER_MS = 120_000;
/** Time for the restart, the return to the consumer group, and the backlog. */
const WORKS_AGAIN_WITHIN_MS = 60_000;

const DEVICES: ConsumerOf = { service: 'devices', topic: TOPICS.raw };
const ALERTING: ConsumerOf = { service: 'alerting', topic: TOPICS.readings };
const factsOf = (...services: string[]): ConsumerOf[] =>
  services.map((service) => ({ service, topic: TOPICS.facts }));

const TRIED: readonly SilentConsumers[] = [
  { of: "devices' readings", consumers: [DEVICES], how: 'stops fetching' },
  { of: "alerting's readings", consumers: [ALERTING], how: 'stops fetching' },
  {
    of: "each service's facts",
    consumers: factsOf('mqtt-bridge', 'udp-router', 'devices', 'alerting'),
    how: 'stops fetching',
  },
  {
    of: "devices' readings, and of the bridges' facts,",
    consumers: [DEVICES, ...factsOf('mqtt-bridge', 'udp-router')],
    how: 'hangs in a batch',
  },
  // Separately, because it gets no batch while devices hangs.
  { of: "alerting's readings", consumers: [ALERTING], how: 'hangs in a batch' },
];

/** Kafka consumers fall silent without an exception. */
export const silentConsumerDrill: Drill = {
  name: 'silent-consumer',
  promises: ['P1', 'P2', 'P3', 'P11'],
  mostlyWaits: true,
  about:
    'A debugger makes Kafka consumers in running services hang in a batch or stop fetching, without an exception. Their processes exit by themselves, and the services work off the backlog after their restart.',
  longOnly: 'detecting a silent consumer takes longer than a short form may',
  ground: { throughLinks: true },
  async run(ground, options) {
    const fleet = await Fleet.make(ground, 20);
    const tried: Tried[] = [];
    for (const [number, silent] of TRIED.entries()) {
      tried.push(await trySilence(ground, fleet, silent, { ...options, seed: options.seed + number }));
    }
    return tried;
  },
};

async function trySilence(
  ground: Ground,
  fleet: Fleet,
  { of, consumers, how }: SilentConsumers,
  options: DrillOptions,
): Promise<Tried> {
  const counts = { silenced: 0, ended: 0, endedAfterMs: 0 };
  const pids = new Map(consumers.map(({ service }) => [service, ground.product.pid(service)]));
  const fault = {
    name: `consumer of ${of} ${how}`,
    seconds: 0,
    async begin() {
      const ends: Promise<void>[] = [];
      for (const { service, topic } of consumers) {
        const pid = pids.get(service)!;
        await silence(pid, topic, how);
        counts.silenced += 1;
        ends.push(noteEnd(pid, counts));
      }
      // A new fact gives each consumer of facts a batch.
      await until(async () => given(await ground.api()).sensorType(ground.managerId), {
        what: 'the new fact',
      });
      await Promise.all(ends);
    },
    end() {
      for (const pid of pids.values()) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    },
  };
  const found = { ...(await tryFault(ground, fleet, fault, options)), ...counts };
  return judge(fault.name, found, {
    ...EXACT,
    otherAnswers: 0,
    slowAnswers: 0,
    ended: consumers.length,
    restarts: consumers.length,
    endedAfterMs: { atMost: ENDS_WITHIN_MS },
    workedAgainMs: { atMost: WORKS_AGAIN_WITHIN_MS },
  });
}

async function noteEnd(pid: number, counts: { ended: number; endedAfterMs: number }): Promise<void> {
  const from = performance.now();
  const ended = until(() => !isRunning(pid), { timeoutMs: GIVEN_UP_AFTER_MS });
  await ended.then(
    () => (counts.ended += 1),
    () => undefined,
  );
  counts.endedAfterMs = Math.max(counts.endedAfterMs, Math.round(performance.now() - from));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
