import { TOPICS } from '@telemon/contracts/topics';
import { given } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import { judge, type Drill, type DrillOptions, type Form, type Tried } from './drill.ts';
import { tryFault } from './fault.ts';
import { Fleet } from './fleet/fleet.ts';
import { EXACT } from './fleet/outcome.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';
import { silence, type Silence } from './silent-consumer/silence.ts';

interface ConsumerOf {
  readonly service: string;
  readonly topic: string;
}

interface SilentConsumers {
  readonly fault: string;
  readonly consumers: readonly (ConsumerOf & { readonly how: Silence })[];
}

/** In the short form the debugger also shortens the silence after which a consumer has to end. */
const ENDS_AFTER_MS: Record<Form, number | null> = { long: null, short: 3_000 };
/** Deadline for its process to exit by itself. */
const ENDS_WITHIN_MS: Record<Form, number> = { long: 45_000, short: 20_000 };
const GIVEN_UP_AFTER_MS = 120_000;
/** P11: deadline for the restart, the return to the consumer group, and the backlog. */
const WORKS_AGAIN_WITHIN_MS = 30_000;

const DEVICES: ConsumerOf = { service: 'devices', topic: TOPICS.raw };
const ALERTING: ConsumerOf = { service: 'alerting', topic: TOPICS.readings };
const factsOf = (...services: string[]): ConsumerOf[] =>
  services.map((service) => ({ service, topic: TOPICS.facts }));
const all = (how: Silence, consumers: readonly ConsumerOf[]): SilentConsumers['consumers'] =>
  consumers.map((consumer) => ({ ...consumer, how }));

const LONG: readonly SilentConsumers[] = [
  { fault: "consumer of devices' readings stops fetching", consumers: all('stops fetching', [DEVICES]) },
  { fault: "consumer of alerting's readings stops fetching", consumers: all('stops fetching', [ALERTING]) },
  {
    fault: "consumer of each service's facts stops fetching",
    consumers: all('stops fetching', factsOf('mqtt-bridge', 'udp-router', 'devices', 'alerting')),
  },
  {
    fault: "consumer of devices' readings, and of the bridges' facts, hangs in a batch",
    consumers: all('hangs in a batch', [DEVICES, ...factsOf('mqtt-bridge', 'udp-router')]),
  },
  // Separately, because it gets no batch while devices hangs.
  {
    fault: "consumer of alerting's readings hangs in a batch",
    consumers: all('hangs in a batch', [ALERTING]),
  },
];

/** Alerting comes first: it gets no batch once devices is silent. */
const SHORT: readonly SilentConsumers[] = [
  {
    fault: "consumer of alerting's readings hangs in a batch, and that of devices' readings stops fetching",
    consumers: [...all('hangs in a batch', [ALERTING]), ...all('stops fetching', [DEVICES])],
  },
];

/** Kafka consumers fall silent without an exception. */
export const silentConsumerDrill: Drill = {
  name: 'silent-consumer',
  promises: ['P1', 'P2', 'P3', 'P11'],
  mostlyWaits: true,
  about:
    'A debugger makes Kafka consumers in running services hang in a batch or stop fetching, without an exception. Their processes exit by themselves, and the services work off the backlog after their restart.',
  installation: { throughLinks: true },
  shortInstallation: 'launched',
  async run(installation, options) {
    const isLong = options.form === 'long';
    const fleet = await (isLong ? Fleet.make(installation, 20) : Fleet.ofShortForm(installation));
    const tried: Tried[] = [];
    for (const [number, silent] of (isLong ? LONG : SHORT).entries()) {
      tried.push(await trySilence(installation, fleet, silent, { ...options, seed: options.seed + number }));
    }
    return tried;
  },
};

async function trySilence(
  installation: DrillInstallation,
  fleet: Fleet,
  { fault: name, consumers }: SilentConsumers,
  options: DrillOptions,
): Promise<Tried> {
  const counts = { silenced: 0, ended: 0, endedAfterMs: 0 };
  const pids = new Map(consumers.map(({ service }) => [service, installation.product.pid(service)]));
  const fault = {
    name,
    seconds: 0,
    async begin() {
      const ends: Promise<void>[] = [];
      for (const { service, topic, how } of consumers) {
        const pid = pids.get(service)!;
        await silence(pid, { topic, how, endsAfterMs: ENDS_AFTER_MS[options.form] });
        counts.silenced += 1;
        ends.push(noteEnd(pid, counts));
      }
      // A new fact gives each consumer of facts a batch.
      await until(async () => given(await installation.api()).sensorType(installation.managerId), {
        what: 'the new fact',
      });
      await Promise.all(ends);
    },
    end() {
      for (const pid of pids.values()) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    },
  };
  const found = { ...(await tryFault(installation, fleet, fault, options)), ...counts };
  return judge(fault.name, found, {
    ...EXACT,
    otherAnswers: 0,
    slowAnswers: 0,
    ended: consumers.length,
    restarts: consumers.length,
    endedAfterMs: { atMost: ENDS_WITHIN_MS[options.form] },
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
