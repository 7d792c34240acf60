import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS } from '@telemon/contracts/durations';
import type { Say } from '../../servers/progress.ts';
import { SERVICES } from '../../start/services.ts';
import { judge, type Bound, type Counts, type Tried } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { KeptDead } from '../installation/kept-dead.ts';
import { SecondReplicas } from '../replicas/second-replicas.ts';
import { summed } from '../summed.ts';
import { type AwaitedEntries, compareAwaited, exactlyOnce } from './due-entries.ts';
import { Timeline, TIMES_AS_FAST } from './timeline.ts';
import { WaitingGroup } from './waiting-group.ts';

const INTAKE = ['mqtt-bridge', 'udp-router'];
const MOVED_MS = 2 * DAY_MS;
/** True time for which the clock stays ahead. */
const AHEAD_MS = 60_000;
/** True time of two heartbeats: with the second one, all is decided that a return makes due. */
const TWO_HEARTBEATS_MS = 35_000;
/** Deadline for the entries after the start of alerting, and for their clearing after a reading; true time. */
const FIRED_WITHIN_MS = 120_000;
const CLEARED_WITHIN_MS = 30_000;
/**
 * The most by which an entry's time may be too late. After a restart a set point counts as reached up to a minute later, and a silence as
 * begun up to a fifth of its time later; while a clock is set, no time counts until the next heartbeat.
 */
const LATEST_MS = { deadline: 150_000, silence: 240_000 };

/** The minutes of the first group. The second waits, falls silent and has its fault twenty minutes later. */
const AT = { clockIsSet: 30, fallSilent: 48, dies: 55, returns: 70 };
const LATER = 20;
/** The first minute after the return of the intake in which devices reconnect, and the minute by which all of the second group is due. */
const RECONNECT_AT = 92;
const DUE_BY = 108;

const TITLES: Readonly<Record<AwaitedEntries['cause'], string>> = {
  deadline: 'Periodic alerts of 1 h',
  silence: 'silent devices',
};

interface Waiting {
  readonly installation: DrillInstallation;
  readonly timeline: Timeline;
  readonly first: WaitingGroup;
  readonly second: WaitingGroup;
  readonly say: Say;
}

/**
 * Two groups of devices wait for an hour, and meanwhile the clock of the servers is set ahead and back. From minute 55 to 70 of the
 * first alerting is dead, from minute 55 to 70 of the second all intake, and two replicas of alerting watch the second.
 */
export async function tryAnHour(installation: DrillInstallation, sayLine: Say): Promise<Tried[]> {
  const timeline = new Timeline(installation.clock);
  const say = (line: string) => sayLine(`minute ${timeline.minute.toFixed(1)}: ${line}`);
  say(`the clock of all processes runs ${TIMES_AS_FAST} times as fast, unless true time is named`);
  const endsBefore = installation.unexpectedEnds.length;
  const first = await WaitingGroup.make(installation, timeline);
  const second = await WaitingGroup.make(installation, timeline);
  const waiting = { installation, timeline, first, second, say };
  try {
    await timeline.passTo(LATER);
    await second.reachSetPoint();
    const tried = [await trySetClock(waiting)];
    tried.push(...(await tryDeadAlerting(waiting)));
    say('a second replica of alerting starts');
    const alerting = SERVICES.filter(({ name }) => name === 'alerting');
    const replica = await SecondReplicas.start(installation.product, say, alerting);
    try {
      tried.push(...(await tryDeadIntake(waiting)));
    } finally {
      await replica.stop();
    }
    const counts = {
      endedByThemselves: installation.unexpectedEnds.length - endsBefore,
      restartsOfReplica: replica.restarts,
    };
    return [...tried, judge('processes meanwhile', counts, { endedByThemselves: 0, restartsOfReplica: 0 })];
  } finally {
    first.close();
    second.close();
  }
}

/** Nothing is due while the clock is set. */
async function trySetClock({ installation, timeline, first, second, say }: Waiting): Promise<Tried> {
  await timeline.passTo(AT.clockIsSet);
  const fault = 'the clock of the servers set 2 days ahead for a minute, and back, while deadlines wait';
  say(`${fault}; true time`);
  const { clock } = installation;
  const from = performance.now();
  const movedMs = clock.movedMs;
  await clock.moveTo(movedMs + MOVED_MS);
  await delay(AHEAD_MS);
  await clock.moveTo(movedMs);
  await delay(TWO_HEARTBEATS_MS);
  const found: Counts[] = [];
  for (const one of [first, second].flatMap((group) => group.awaited(false)))
    found.push(await compareAwaited(installation, one));
  const { falseAlerts = Number.NaN } = summed(found);
  const watchedMs = Math.round(performance.now() - from);
  return judge(fault, { falseAlerts, watchedMs }, { falseAlerts: 0, watchedMs: { atLeast: AHEAD_MS } });
}

/** Alerting is dead while the first group's entries become due. */
async function tryDeadAlerting({ installation, timeline, first, second, say }: Waiting): Promise<Tried[]> {
  await timeline.passTo(AT.fallSilent);
  await first.fallSilent();
  await timeline.passTo(AT.dies);
  say('alerting is dead');
  const alerting = new KeptDead(installation.product, 'alerting');
  await alerting.kill();
  await timeline.passTo(AT.fallSilent + LATER);
  await second.fallSilent();
  await timeline.passTo(AT.returns);
  say('alerting starts; true time');
  const from = performance.now();
  await alerting.bringBack();
  await first.timeToFire();
  const firedAfterMs = Math.round(performance.now() - from);
  await delay(TWO_HEARTBEATS_MS);
  await first.end();
  const clearedAfterMs = await first.timeToClear();
  const more = { firedAfterMs, clearedAfterMs };
  return judgeGroup(installation, 'alerting dead from 55′ to 70′', first, more, {
    firedAfterMs: { atMost: FIRED_WITHIN_MS },
    clearedAfterMs: { atMost: CLEARED_WITHIN_MS },
  });
}

/** No endpoint is there while the second group's entries would become due: this time doesn't count. */
async function tryDeadIntake(waiting: Waiting): Promise<Tried[]> {
  const { installation, timeline, first, second, say } = waiting;
  await timeline.passTo(AT.dies + LATER);
  say('all intake is dead');
  for (const group of [first, second]) await group.pause();
  const endpoints = INTAKE.map((name) => new KeptDead(installation.product, name));
  await Promise.all(endpoints.map((endpoint) => endpoint.kill()));
  const from = timeline.now;
  await timeline.passTo(AT.returns + LATER);
  second.outage(from, timeline.now);
  say('the intake starts; true time');
  await Promise.all(endpoints.map((endpoint) => endpoint.bringBack()));
  await timeline.awaitMinute(RECONNECT_AT);
  say('the devices connect');
  for (const group of [first, second]) group.resume();
  await timeline.passTo(DUE_BY);
  say('all of the second group is due; true time');
  await second.timeToFire();
  await delay(TWO_HEARTBEATS_MS);
  await second.end();
  const clearedAfterMs = await second.timeToClear();
  const bounds = { clearedAfterMs: { atMost: CLEARED_WITHIN_MS } };
  const fault = 'all intake dead from 55′ to 70′, two replicas of alerting';
  return [
    ...(await judgeGroup(installation, fault, second, { clearedAfterMs }, bounds)),
    ...(await judgeGroup(installation, 'the first group after that outage', first)),
  ];
}

async function judgeGroup(
  installation: DrillInstallation,
  fault: string,
  group: WaitingGroup,
  more: Counts = {},
  bounds: Readonly<Record<string, Bound>> = {},
): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const awaited of group.awaited(true)) {
    const { cause, deviceNames } = awaited;
    const counts = { ...(await compareAwaited(installation, awaited)), ...more };
    tried.push(
      judge(`${fault}: ${TITLES[cause]}`, counts, {
        ...exactlyOnce(LATEST_MS[cause]),
        due: deviceNames.length,
        notCleared: 0,
        ...bounds,
      }),
    );
  }
  return tried;
}
