import { until } from '@telemon/testing/waiting';
import { judge, type Counts, type Drill, type DrillOptions, type Tried } from './drill.ts';
import { tryFault } from './fault.ts';
import { Fleet } from './fleet/fleet.ts';
import { EXACT } from './fleet/outcome.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';
import { Guardian } from './installation/guardian.ts';

type Server = 'mongodb' | 'kafka';

/** Disks that are filled one after the other, and freed together. */
interface FullDisks {
  readonly of: readonly Server[];
  readonly seconds: number;
}

/** P11: deadline for recovery after the disks are freed. */
const WORKS_AGAIN_WITHIN_MS = 30_000;
/** Deadline for `/health/ready` to name the server as down. */
const REPORTED_WITHIN_MS = 10_000;
/** The service whose `/health/ready` is polled. */
const POLLED = 'devices';

const LONG: readonly FullDisks[] = [
  { of: ['mongodb'], seconds: 40 },
  { of: ['kafka'], seconds: 40 },
];
const SHORT: readonly FullDisks[] = [{ of: ['mongodb', 'kafka'], seconds: 1 }];

/** Fills the disk of a server, which exits because of it, and frees the disk. */
export const disksDrill: Drill = {
  name: 'disks',
  promises: ['P1', 'P2', 'P3', 'P11'],
  mostlyWaits: true,
  about:
    'The disks of MongoDB and Kafka are filled while devices send readings, and freed later. Both servers exit because of the full disk, and are restarted as by the launcher.',
  installation: { throughLinks: true, smallDisks: true },
  async run(installation, options) {
    const isLong = options.form === 'long';
    const fleet = await (isLong ? Fleet.make(installation, 20) : Fleet.ofShortForm(installation));
    const tried: Tried[] = [];
    for (const [number, full] of (isLong ? LONG : SHORT).entries()) {
      tried.push(await tryFullDisks(installation, fleet, full, { ...options, seed: options.seed + number }));
    }
    return tried;
  },
};

async function tryFullDisks(
  installation: DrillInstallation,
  fleet: Fleet,
  { of, seconds }: FullDisks,
  options: DrillOptions,
): Promise<Tried> {
  const { servers } = installation;
  const guarded = of.map((name) => ({
    name,
    disk: servers.disk(name),
    guardian: new Guardian(servers.server(name)),
  }));
  let toldAfterMs = 0;
  const free = () => Promise.all(guarded.map(({ disk }) => disk.free()));
  const fault = {
    name: `${of.length > 1 ? 'disks' : 'disk'} of ${of.join(' and ')} full for ${seconds} s`,
    seconds,
    async begin() {
      const reported: Promise<number>[] = [];
      // The first server ends before the next disk is filled: readings that Kafka accepts meanwhile can't be stored.
      for (const { name, disk, guardian } of guarded) {
        await disk.fill();
        if (name === 'mongodb') await checkpoint(installation);
        await until(() => guardian.ends.length > 0, { what: `the end of ${name}` });
        reported.push(timeUntilReported(installation, name));
      }
      toldAfterMs = Math.max(...(await Promise.all(reported)));
    },
    end: async () => void (await free()),
  };
  let found: Counts;
  try {
    found = await tryFault(installation, fleet, fault, options);
  } finally {
    await free();
    await Promise.all(guarded.map(({ guardian }) => guardian.leave()));
  }
  for (const { name, guardian } of guarded)
    for (const words of guardian.ends) options.say(`${name} ended: ${words}`);
  const saidWhy = guarded.map(
    ({ guardian }) => guardian.ends.filter((words) => words.includes('No space left on device')).length,
  );
  const counts = {
    ...found,
    ends: guarded.reduce((sum, { guardian }) => sum + guardian.ends.length, 0),
    saidWhy: saidWhy.reduce((sum, ends) => sum + ends, 0),
    unexplained: saidWhy.filter((ends) => ends === 0).length,
    toldAfterMs,
  };
  return judge(fault.name, counts, {
    ...EXACT,
    otherAnswers: 0,
    slowAnswers: 0,
    restarts: 0,
    unexplained: 0,
    toldAfterMs: { atMost: REPORTED_WITHIN_MS },
    workedAgainMs: { atMost: WORKS_AGAIN_WITHIN_MS },
  });
}

/** Time from now until a service reports the server as down, ms, or its deadline twice over. */
async function timeUntilReported(installation: DrillInstallation, server: Server): Promise<number> {
  const from = performance.now();
  const reported = until(() => isReportedDown(installation, server), {
    timeoutMs: 2 * REPORTED_WITHIN_MS,
    everyMs: 100,
  });
  await reported.catch(() => undefined);
  return Math.round(performance.now() - from);
}

/** Until its next checkpoint, which comes once a minute, MongoDB writes into preallocated space; `fsync` forces one. */
const checkpoint = async ({ database }: DrillInstallation): Promise<void> => {
  await database
    .db('admin')
    .command({ fsync: 1 })
    .catch(() => undefined);
};

/** Whether a service's `/health/ready`, which needs no server to answer, names the server as down. */
async function isReportedDown({ product }: DrillInstallation, server: Server): Promise<boolean> {
  const port = product.addresses.healthPorts[`${POLLED}-health`];
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
  const { checks } = (await answer.json()) as { checks: Record<string, string> };
  return answer.status === 503 && checks[server] === 'down';
}
