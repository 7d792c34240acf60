import { setTimeout as delay } from 'node:timers/promises';
import { SERVICES } from '../start/services.ts';
import { judge, type Drill, type Tried } from './drill.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';
import { SecondReplicas } from './replicas/second-replicas.ts';
import { DueReports } from './reports/due-reports.ts';
import { addedReplica, launchedReplica, suspendBusiest, type Replica } from './reports/replica.ts';
import { summed } from './summed.ts';

const SUSPENDED_MS = 90_000;
/** Time for the suspended process to do what it had in hand, once it goes on. */
const GOES_ON_MS = 10_000;
const LONG_REPORTS = 200;
const SHORT_REPORTS = 20;
/** A killed process frees its claims as soon as it is back. */
const AFTER_KILL_WITHIN_MS = 30_000;
/** The claims of a suspended process end after a minute. */
const AFTER_SUSPENSION_WITHIN_MS = 80_000;

/** Many reports that are due at one moment, while one of the processes that send them dies or stands still. */
export const reportsDrill: Drill = {
  name: 'reports',
  promises: ['P6'],
  mostlyWaits: true,
  about:
    'Reports of 200 users are due at one moment, with three replicas of the reporting service (20 and two in the short form); a fifth of them tells of an alert. The one that has claimed most is killed (kill -9) with reports in hand; in the long form also suspended (SIGSTOP) for 90 s, while the others take over.',
  shortInstallation: 'launched',
  async run(installation, options) {
    const reporting = SERVICES.filter(({ name }) => name === 'reporting');
    const { product } = installation;
    const isLong = options.form === 'long';
    const added: SecondReplicas[] = [];
    const making = DueReports.make(installation, isLong ? LONG_REPORTS : SHORT_REPORTS);
    try {
      // One after the other: at once, both might choose the same free port.
      for (let number = 0; number < (isLong ? 2 : 1); number++)
        added.push(await SecondReplicas.start(product, options.say, reporting));
      const ofAdded = added.map(addedReplica);
      const all = [await launchedReplica(product), ...ofAdded];
      const restarts = () => installation.restarts + added.reduce((sum, each) => sum + each.restarts, 0);
      const tried = [await tryKill(await making, all, restarts)];
      // The launcher would end a process of its own that stands still.
      if (isLong) tried.push(await trySuspension(installation, ofAdded, restarts));
      return tried;
    } finally {
      await Promise.all(added.map((each) => each.stop()));
    }
  },
};

/** All due reports have one run each and are mailed, each with its user's alert alone; a second copy says so and has the same Message-ID. */
const ofReports = ({ due, withAlert }: DueReports) => ({
  tellOfAlert: withAlert,
  tellOfOthers: 0,
  runs: due,
  sent: due,
  mailed: due,
  unmarkedCopies: 0,
  otherIds: 0,
  interrupted: { atLeast: 1 },
});

async function tryKill(
  reports: DueReports,
  replicas: readonly Replica[],
  restarts: () => number,
): Promise<Tried> {
  await reports.plan();
  const before = restarts();
  const { busiest, interrupted } = await suspendBusiest(replicas, reports);
  busiest.kill();
  const sentAfterMs = await reports.timeToSend();
  const counts = summed([
    await reports.outcome(),
    { interrupted, restarts: restarts() - before, sentAfterMs },
  ]);
  return judge('the process that claimed most killed', counts, {
    ...ofReports(reports),
    restarts: 1,
    sentAfterMs: { atMost: AFTER_KILL_WITHIN_MS },
  });
}

async function trySuspension(
  installation: DrillInstallation,
  replicas: readonly Replica[],
  restarts: () => number,
): Promise<Tried> {
  const reports = await DueReports.make(installation, LONG_REPORTS);
  await reports.plan();
  const before = restarts();
  const { busiest, interrupted } = await suspendBusiest(replicas, reports);
  const over = delay(SUSPENDED_MS);
  const sentAfterMs = await reports.timeToSend();
  await over;
  busiest.resume();
  await delay(GOES_ON_MS);
  const counts = summed([
    await reports.outcome(),
    { interrupted, restarts: restarts() - before, sentAfterMs },
  ]);
  return judge(`the process that claimed most suspended for ${SUSPENDED_MS / 1_000} s`, counts, {
    ...ofReports(reports),
    restarts: 0,
    sentAfterMs: { atMost: AFTER_SUSPENSION_WITHIN_MS },
  });
}
