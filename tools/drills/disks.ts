import { until } from '@telemon/testing/waiting';
import { judge, type Counts, type Drill, type DrillOptions, type Tried } from './drill.ts';
import { tryFault } from './fault.ts';
import { Fleet } from './fleet/fleet.ts';
import { EXACT } from './fleet/outcome.ts';
import type { Ground } from './ground/ground.ts';
import { Guardian } from './ground/guardian.ts';

interface FullDisk {
  readonly of: 'mongodb' | 'kafka';
  readonly seconds: number;
}

const WORKS_AGAIN_WITHIN_MS = 60_000;
/** Deadline for `/health/ready` to name the server as down. */
const TOLD_WITHIN_MS = 10_000;
/** The service whose `/health/ready` is polled. */
const ASKED = 'devices';

const LONG: readonly FullDisk[] = [
  { of: 'mongodb', seconds: 40 },
  { of: 'kafka', seconds: 40 },
];
/** Kafka restarts too slowly for this form. */
const SHORT: readonly FullDisk[] = [{ of: 'mongodb', seconds: 2 }];

/** Fills the disk of a server, which exits because of it, and frees the disk. */
export const disksDrill: Drill = {
  name: 'disks',
  promises: ['P1', 'P2', 'P3', 'P11'],
  mostlyWaits: true,
  about:
    'The disks of MongoDB and Kafka are filled while devices send readings, and freed later. Both servers exit because of the full disk, and are restarted as by the launcher.',
  ground: { throughLinks: true, smallDisks: true },
  async run(ground, options) {
    const isLong = options.form === 'long';
    const fleet = await Fleet.make(ground, isLong ? 20 : 10);
    const tried: Tried[] = [];
    for (const [number, full] of (isLong ? LONG : SHORT).entries()) {
      tried.push(await tryFullDisk(ground, fleet, full, { ...options, seed: options.seed + number }));
    }
    return tried;
  },
};

async function tryFullDisk(
  ground: Ground,
  fleet: Fleet,
  { of, seconds }: FullDisk,
  options: DrillOptions,
): Promise<Tried> {
  const disk = ground.servers.disk(of);
  const guardian = new Guardian(ground.servers.server(of));
  let toldAfterMs = Number.NaN;
  const fault = {
    name: `disk of ${of} full for ${seconds} s`,
    seconds,
    async begin() {
      await disk.fill();
      if (of === 'mongodb') await checkpoint(ground);
      await until(() => guardian.ends.length > 0, { what: `the end of ${of}` });
      const from = performance.now();
      const told = until(() => isReportedDown(ground, of), { timeoutMs: 2 * TOLD_WITHIN_MS, everyMs: 100 });
      await told.catch(() => undefined);
      toldAfterMs = Math.round(performance.now() - from);
    },
    end: () => disk.free(),
  };
  let found: Counts;
  try {
    found = await tryFault(ground, fleet, fault, options);
  } finally {
    await disk.free();
    await guardian.leave();
  }
  for (const words of guardian.ends) options.say(`${of} ended: ${words}`);
  const counts = {
    ...found,
    ends: guardian.ends.length,
    saidWhy: guardian.ends.filter((words) => words.includes('No space left on device')).length,
    toldAfterMs,
  };
  return judge(fault.name, counts, {
    ...EXACT,
    otherAnswers: 0,
    slowAnswers: 0,
    restarts: 0,
    saidWhy: { atLeast: 1 },
    toldAfterMs: { atMost: TOLD_WITHIN_MS },
    workedAgainMs: { atMost: WORKS_AGAIN_WITHIN_MS },
  });
}

/** Until its next checkpoint, which comes once a minute, MongoDB writes into preallocated space; `fsync` forces one. */
const checkpoint = async ({ database }: Ground): Promise<void> => {
  await database
    .db('admin')
    .command({ fsync: 1 })
    .catch(() => undefined);
};

/** Whether a service's `/health/ready`, which needs no server to answer, names the server as down. */
async function isReportedDown({ product }: Ground, server: string): Promise<boolean> {
  const port = product.addresses.healthPorts[`${ASKED}-health`];
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
  const { checks } = (await answer.json()) as { checks: Record<string, string> };
  return answer.status === 503 && checks[server] === 'down';
}
