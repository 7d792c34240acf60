import { thousands } from '../bench/tables.ts';
import { seconds } from '../servers/progress.ts';
import { DRILLS } from './catalogue.ts';
import type { Drill, Tried } from './drill.ts';
import { PROMISES } from './promises.ts';
import type { DrillResult } from './results.ts';

type Results = Readonly<Record<string, DrillResult>>;

const INTRODUCTION = `# Reliability

Telemon's promises, and the drills that try them: faults of real servers and processes under a stream of readings, and exact counts
of the outcome. Made from the results by the drills themselves.

\`\`\`sh
npm run drill -- outages              # one drill, its long form
npm run drill -- outages --seed 7     # with the same chance as when it printed this seed
npm run drills                        # all of them
\`\`\`

\`npm test\` runs the short form of each. A drill ends with 1 where a count is not as promised, and prints the command that repeats it.

- **lost** = acknowledged to the device − stored. **duplicate** = stored − unique. **phantom** = stored − sent.
- **missed**, **firedTwice**, **falseAlerts**: crossings of a set point without an alert-log entry, entries beyond one for a crossing, entries
  without a crossing. **noticesMissing**: crossings of which no mail came. **noticesTwice**: second copies that do not say so;
  **noticesRepeated**: those that do.
- **otherAnswers**: answers of /v1 that are neither 200 nor a 503 with \`Retry-After\`, nor a 422 that says how to ask for less. **slowAnswers**:
  those that took over 5 s.
- **asked**, **retried**, **failedCalls**: GETs of /v1, those that were asked a second time as the first failed, and those that failed twice.
- **takeovers**: times at which a device signed in at one bridge while it was connected to the other. **stayed**: connections that
  should have ended and did not. **newestLost**: those that should have stayed.
- **looked**, **granted**, **refused**: attempts that a limit let through, or not. **sent**, **held**, **others**: notices that were sent, those that
  a limit held back with its reason in the alert log, and any others; **arrived**: those that the provider took.
- **storedLate**: readings that a login sent after its end and that are stored. **foreign**: readings stored of a device that it did not
  send; **missing**: those that it sent and that are not stored.
- **otherLogsFailed**: answers other than 200 to somebody who looks at another device's log; **otherLogMs** and **storedMs**: how long such an answer, and
  storing that device's reading, took in half of the cases; **otherLogWorstMs**, **storedWorstMs**: at worst. **grownMb**: the most that the process held beyond
  what it held before.
- **letGo**: readers of the live stream whom the gateway let go of as too slow; **missing** of those who read: readings that they did not hear of.
- **restarts**: processes that ended and were started again. **workedAgainMs**: from the moment at which the fault was over until a reading of every
  device was stored and /v1 answered.
- **ends** of a server whose disk is full, as its supervisor starts it again; **saidWhy**: those that the launcher's line explains by the full disk;
  **toldAfterMs**: from its first end until \`/health/ready\` of a service named it as down.
- **silenced**, **ended**: consumers that were made silent, and processes that ended for it; **endedAfterMs**: the slowest of them.
- overload: **unacknowledged**, **connectionsLost**: readings and connections of devices that Telemon gave up. **firedBeyond**, **noticesBeyond**:
  entries and mails beyond one for a crossing. **drainedMs**: from the moment at which the last reading was due until all were stored.
  **memoryMb**, **memoryMostMb**, **memoryGrewMb**: what all services hold before, at most, and more afterwards.
- fast-device: **offered**, **beyondRate**: readings of the fast device, and those that were taken beyond its rate. **othersP99Ms**, **othersP99BesideMs**: from when a reading of another device was due
  until it was stored, 99 of 100, without the fast device and beside it.
- repetition: **otherEndStates**: devices whose stored readings, latest values or days' figures are not those of a run in which
  each reading came once and in order.
- clocks: **marked**: stored readings whose time was replaced. **markedWrongly**, **notMarked**, **otherTime**: those that should not be, are not,
  or stand at another time. **movedBack**, **leftBehind**: of the latest values and "last updated" on the first page, how often they moved back,
  and of how many devices they stood still. **tokensPastEnd**, **refreshesPastEnd**, **refreshesRefused**: tokens taken after their end, or
  refused before it. **limitedForS**: how long a limit on signing in still kept somebody out. **signedOutAfterMs**: from signing out until the
  token was refused. **unwritten**: messages whose offsets their consumers did not write. **beside: …**: devices that have the true time.`;

/** The whole of docs/reliability.md. */
export const reliabilityPage = (results: Results): string =>
  [
    INTRODUCTION,
    '## Promises',
    promiseTable(results),
    '## Drills',
    ...DRILLS.map((drill) => drillSection(drill, results[drill.name])),
    '',
  ].join('\n\n');

const promiseTable = (results: Results): string =>
  [
    '| | promise | drills | state |',
    '| --- | --- | --- | --- |',
    ...PROMISES.map(({ id, says, open }) => {
      const drills = DRILLS.filter(({ promises }) => promises.includes(id));
      const names = drills.map(({ name }) => `[${name}](#${name})`).join(', ') || '–';
      return `| ${id} | ${says} | ${names} | ${stateOf(drills, open, results)} |`;
    }),
  ].join('\n');

function stateOf(drills: readonly Drill[], open: string | null, results: Results): string {
  const broken = drills.filter(({ name }) => results[name]?.tried.some((tried) => tried.broken.length > 0));
  if (broken.length > 0) return `**not kept**: see ${broken.map(({ name }) => name).join(', ')}`;
  if (open !== null) return `**not yet whole**: ${open}`;
  const untried = drills.filter(({ name }) => results[name] === undefined);
  if (drills.length === 0) return 'tried by tests and benchmarks';
  return untried.length === 0 ? 'held' : `not tried in full: ${untried.map(({ name }) => name).join(', ')}`;
}

const drillSection = ({ name, about, promises }: Drill, result: DrillResult | undefined): string => {
  const head = `### ${name}\n\n${about} Tries ${promises.join(', ')}.`;
  if (result === undefined) return `${head}\n\nIts long form has not been run.`;
  const ran = `Last run ${result.at.slice(0, 10)}, seed ${result.seed}, ${seconds(result.tookMs)}.`;
  const rows = result.tried.map((tried) => `| ${tried.fault} | ${verdict(tried)} | ${inWords(tried)} |`);
  return [head, ran, ['| fault | | counts |', '| --- | --- | --- |', ...rows].join('\n')].join('\n\n');
};

const verdict = ({ broken }: Tried): string =>
  broken.length === 0 ? 'held' : `**broken**: ${broken.join('; ')}`;

const inWords = ({ counts }: Tried): string =>
  Object.entries(counts)
    .map(([count, figure]) => `${count} ${thousands(figure)}`)
    .join(', ');
