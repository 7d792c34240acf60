import { thousands } from '../bench/tables.ts';
import { seconds } from '../servers/progress.ts';
import { DRILLS } from './catalogue.ts';
import type { Drill, Tried } from './drill.ts';
import { PROMISES } from './promises.ts';
import type { DrillResult } from './results.ts';

type Results = Readonly<Record<string, DrillResult>>;

const INTRODUCTION = `# Reliability

Telemon's promises, and the drills that test them. A drill causes real faults in servers and processes while devices send
readings, and then counts what was stored and alerted. The drills generate this page from their latest results.

\`\`\`sh
npm run drill -- outages              # one drill, long form
npm run drill -- outages --seed 7     # repeats the random choices of an earlier run, which printed this seed
npm run drills                        # all drills
\`\`\`

\`npm test\` runs the short form of each drill but failovers, which needs three members of MongoDB and minutes, and delivery. The short
forms share two installations; a drill that is run by name, or repeated by its seed, has an installation of its own with the same settings. A
drill exits with 1 if a count breaks its promise, and prints the command that repeats the run. A short form is tried again, three
times at most, if nothing but a time or memory breaks its bound, because it shares its machine with other tests.

A drill that ends with an error counts as broken. The commit of a run has a + if files were changed.

- **lost** = acknowledged to the device − stored. **duplicate** = stored − unique. **phantom** = stored − sent.
- **missed**: crossings of a set point without an alert-log entry. **firedTwice**: second entries for one crossing. **falseAlerts**:
  entries without a crossing. **noticesMissing**: crossings without an e-mail (or, in delivery, SMS or MQTT message). **noticesTwice**:
  second copies that don't say that they may be copies. **noticesRepeated**: messages that do. **otherIds**: second copies over MQTT with
  another id.
- **otherAnswers**: responses of /v1 other than 200, a 503 with \`Retry-After\`, or a 422 that says how to ask for less.
  **slowAnswers**: responses that took over 5 s.
- **asked**, **retried**, **failedCalls**: GETs of /v1, GETs that failed once, and GETs that failed twice.
- **answered**, **unavailable**: responses of /v1 with status 200, and with a 503 and \`Retry-After\`.
- **takeovers**: sign-ins of a device at one bridge while it was connected to the other. **stayed**: connections that should have
  ended. **newestLost**: connections that should have stayed.
- **looked**, **granted**, **refused**: attempts that a limit allowed (the first two) or refused. **sent**, **held**, **others**: notices
  sent, notices held back by a limit with its reason in the alert log, and notices in another state. **arrived**: notices that
  reached the provider.
- **storedLate**: stored readings that a login sent after it was revoked. **foreign**: readings stored for a device that it did not
  send. **missing**: readings that it sent and that are not stored.
- **fewestAnswered**: answered pages in the worst of the rounds, in each of which the pages are opened at once.
  **otherLogsFailed**: responses other than 200 for another device's log. **notStored**: readings of that device that were not stored
  within a minute. **otherLogP99Ms**, **storedP99Ms**: 99th percentile of the time of such a response, and of storing that device's
  reading. **otherLogWorstMs**, **storedWorstMs**: the longest times. **heldMb**, **grownMb**: the process's memory at its peak, and its growth.
- **letGo**: slow readers of the live stream that the gateway disconnected. **missing**: readings that the other readers did not get.
  **answeredP99BeforeMs**, **answeredP99Ms**: 99th percentile of the time of other calls, before and beside the slow readers.
- **restarts**: processes that ended and were started again. **workedAgainMs**: time from the end of the fault until a reading of every
  device was stored and /v1 answered. **tookOverMs**: time from the suspension of a replica until, in addition,
  every alert had fired again. **sending**: notices that the replica was sending then.
- **ends**: exits of a server with a full disk, which its supervisor restarts. **saidWhy**: exits that the launcher's log line explains
  with the full disk. **unexplained**: servers without such an exit. **toldAfterMs**: time from the first exit until \`/health/ready\` of a service named the server as down.
- **silenced**, **ended**: consumers that the drill silenced, and processes that exited because of it. **endedAfterMs**: the slowest exit.
- delivery: **waited**: notices of the missing provider's channels that had to wait. **sentAfterMs**: time from its return until the last of
  them was sent. **othersMeanwhile**: notices of the other channels that were sent while it was away. **othersWorstMs**: the longest time
  from the arrival of a reading at that time until such a notice was sent. **workedMeanwhileMs**: time until a reading of every device,
  sent at that time, was stored. **jobsLost**: jobs in Redis when it was emptied. **interrupted**: notices that the killed process had in
  hand. **limitsBroken**: devices with another number of e-mails than their limit allows. **lastNoticeMs**: time from the last breach
  until the last notice was sent.
- reports: **due**: reports that are due at one moment. **runs**, **sent**, **mailed**: their runs, those that are sent, and users with an
  e-mail. **copies**, **unmarkedCopies**, **otherIds**: second copies, those that don't say that they may be copies, and e-mails with
  another Message-ID than that of the user's run. **interrupted**: reports that the process had in hand. **sentAfterMs**: time from the fault until all were sent.
- storm: **entriesMs**: time from the breach until the alert log had all entries. **sent**, **grouped**: notices that were sent by
  themselves, or in a message with others to the recipient. **groups**: such messages. **groupsTooClose**: those made less than a minute
  after the recipient's last one. **limitsBroken**: devices and channels with another number of notices than their limit allows.
  **messages**, **messagesMissing**, **messagesTwice**: messages at the provider, those missing for a notice that counts as sent, and
  unmarked second copies. **mostAMinute**: the most messages to one recipient within a minute. **storedP99BeforeMs**, **storedP99Ms**,
  **storedWorstMs**: time to store a reading of another device, before and in the storm.
- deadlines: **interrupted**: hold times that ran when alerting was killed. **firings**: those that a reference makes of the stored
  readings. **otherReading**, **otherClearing**: entries that name, or were cleared by, another reading than in the reference. **due**:
  devices whose deadline or silence had to make an entry. **early**: entries that say a time before that. **latestMs**: the
  most by which the time of an entry is after it, on the installation's clock. **notCleared**: entries that no reading cleared.
  **firedAfterMs**: true time from the start of alerting until all entries and their e-mails were there. **clearedAfterMs**: true time
  until a reading had cleared them.
- overload: **caughtUp**, **offered**: readings a second that were stored of a shorter overload before it, and that were then sent.
  **unacknowledged**, **connectionsLost**: readings and connections that Telemon dropped. **firedBeyond**, **noticesBeyond**:
  second entries and e-mails for one crossing. **drainedMs**: time from the due time of the last reading until all readings were stored.
  **memoryMb**, **memoryRoseMb**, **memoryGrewMb**: memory of all services before, how much more it was at its peak, and afterwards.
- fast-device: **offered**, **beyondRate**: readings of the fast device, and readings accepted beyond its rate. **othersP99Ms**,
  **othersP99BesideMs**: 99th percentile of the time from a reading's due time until it was stored, for the other devices, without
  and beside the fast device.
- repetition: **otherEndStates**: devices whose stored readings, latest values or daily figures differ from a run in which each reading
  came once and in order. **sameAfterMs**: time from the last acknowledgement until none differed.
- udp-routes: **sent**, **accepted**, **dropped**: datagrams that were sent, those of them that are stored, and the others. **uncounted**:
  those that udp-router does not count as dropped, for reasons such as **receive-buffer**. **lost**, **phantom**: datagrams that were accepted and did not arrive at a
  target, and the reverse. **repeated**, **othersRepeated**: second copies at all targets, and at those that don't fail. **outOfOrder**:
  datagrams that first arrived after a later one of their device. **otherBytes**: those that arrived otherwise than they were sent. **othersP99Ms**: 99th percentile of
  the time from the sending of a datagram until it arrived at a target that doesn't fail. **notTold**: routes whose state in the list is wrong
  while the targets fail, or after a kill. **toldAfterMs**, **connectedAgainMs**: time until the list was right after the fault, and after its end.
  **arrivedMeanwhile**: datagrams that arrived at failing targets. **miscounted**: the list's count of forwarded datagrams minus those that arrived.
  **stillWaiting**: datagrams that the list then shows as waiting. **logRowsMissing**, **logRowsTwice**: accepted datagrams for which
  no row of a route in UDP Logs stands, and that the log does not count as not shown; and second rows. **sentPerSecond**: the rate that the machine could send. **forwardedAfterMs**: time from the last datagram
  until all had arrived. **workedAgainMs**, **tookOverMs**: time from a kill, or from the suspension, until a
  datagram of each device that came after it was stored and had arrived at each target.
- reconnects: **away**: devices that did not come back. **stayed**: former connections that the bridge did not end. **backMs**: time from the
  fault until the last device had signed in. **notShown**: devices that the list did not show as connected since then. **shownAfterMs**: time
  until it showed all. **stillShown**: devices that it showed as connected after they had left.
- clocks: **marked**: stored readings whose timestamp was replaced. **markedWrongly**, **notMarked**, **otherTime**: readings whose
  timestamp was replaced without need, was not replaced, or is wrong. **movedBack**: steps back of latest values and "last updated" on
  the home page. **leftBehind**: devices whose latest values are not those of their last readings. **stoodStill**: the same while the
  servers' clock is behind its former time: latest values never move back, so they stand still until the clock has caught up; after
  that, none may be left behind. **tokensPastEnd**, **refreshesPastEnd**, **refreshesRefused**:
  tokens accepted after they expired, or refused before. **limitedForS**: time for which a sign-in limit still applied.
  **signedOutAfterMs**: time from signing out until the token was refused. **unwritten**: messages whose offsets were not committed.
  **beside: …**: devices with the right time.`;

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
  if (open !== null) return `**not fully kept yet**: ${open}`;
  const untried = drills.filter(({ name }) => results[name] === undefined);
  if (drills.length === 0) return 'covered by tests and benchmarks';
  return untried.length === 0
    ? 'held'
    : `not yet run in the long form: ${untried.map(({ name }) => name).join(', ')}`;
}

const drillSection = (
  { name, about, promises, onlyLongTests }: Drill,
  result: DrillResult | undefined,
): string => {
  const onlyLong = onlyLongTests ? ` (only its long form tests ${onlyLongTests.join(' and ')})` : '';
  const head = `### ${name}\n\n${about} Tests ${promises.join(', ')}${onlyLong}.`;
  if (result === undefined) return `${head}\n\nIts long form has not been run.`;
  const of = result.commit === undefined ? '' : ` of ${result.commit}`;
  const ran = `Last run${of} ${result.at.slice(0, 10)}, seed ${result.seed}, ${seconds(result.tookMs)}.`;
  const rows = result.tried.map((tried) => `| ${tried.fault} | ${verdict(tried)} | ${inWords(tried)} |`);
  return [head, ran, ['| fault | | counts |', '| --- | --- | --- |', ...rows].join('\n')].join('\n\n');
};

const verdict = ({ broken }: Tried): string =>
  broken.length === 0 ? 'held' : `**broken**: ${broken.join('; ')}`;

const inWords = ({ counts }: Tried): string =>
  Object.entries(counts)
    .map(([count, figure]) => `${count} ${thousands(figure)}`)
    .join(', ');
