import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@telemon/testing/waiting';
import { chance } from '../../simulate/random.ts';
import { judge, type DrillOptions, type Form, type Tried } from '../drill.ts';
import { SET_POINT } from '../fleet/crossings.ts';
import { Fleet } from '../fleet/fleet.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { EXACT_HOLDS, holdOutcome } from './hold-outcome.ts';
import { lengthOf, play, type Script } from './scripted-devices.ts';

const CLEAR_AT = SET_POINT / 2;
const LOW = 1;
const BETWEEN = (SET_POINT + CLEAR_AT) / 2;
const HIGH = SET_POINT + 1;

interface Size {
  readonly devices: number;
  /** Hold time of the alerts, seconds. */
  readonly holdFor: number;
  readonly script: Script;
  readonly kills: number;
}

/** A peak shorter than the hold time, and a firing that neither clears nor fires again between the thresholds. */
const levels = (low: number, peak: number, high: number, between: number) =>
  [
    [LOW, low],
    [HIGH, peak],
    [LOW, low],
    [HIGH, high],
    [BETWEEN, between],
    [HIGH, between],
    [BETWEEN, between],
    [LOW, low],
  ] as const;

const SIZES: Readonly<Record<Form, Size>> = {
  long: {
    devices: 20,
    holdFor: 15,
    script: { levels: levels(8, 18, 48, 8), times: 2, everyMs: 500, apartMs: 2_000 },
    kills: 6,
  },
  short: {
    devices: 10,
    holdFor: 2,
    script: { levels: levels(5, 10, 36, 5), times: 1, everyMs: 100, apartMs: 200 },
    kills: 1,
  },
};

/** Kills alerting while hold times run. It fires at the readings of the reference, and clears at its thresholds. */
export async function tryHolds(
  installation: DrillInstallation,
  { form, seed, say }: DrillOptions,
): Promise<Tried> {
  const { devices, holdFor, script, kills } = SIZES[form];
  const times = kills === 1 ? '' : ` ${kills} times`;
  const fault = `alerting killed${times} while hold times of ${holdFor} s run`;
  say(fault);
  const fleet = await Fleet.make(installation, devices, { alert: { holdFor, clearAt: [CLEAR_AT] } });
  const restartsBefore = installation.restarts;
  const playing = play(installation, fleet, script);
  const slotMs = lengthOf(script, devices) / (kills + 1);
  let interrupted = 0;
  const killing = async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const over = delay(slotMs);
      await delay(slotMs / 3);
      await until(async () => (await runningHolds(installation, fleet)) > 0, { what: 'a hold time' });
      await delay((chance(seed, kill) * holdFor * 1_000) / 2);
      interrupted += await runningHolds(installation, fleet);
      await installation.product.killAndAwait('alerting');
      await over;
    }
  };
  const [sent] = await Promise.all([playing, killing()]);
  const rule = { setPoint: SET_POINT, clearAt: CLEAR_AT, holdMs: holdFor * 1_000 };
  const counts = {
    ...(await holdOutcome(installation, fleet, sent, rule)),
    kills,
    interrupted,
    restarts: installation.restarts - restartsBefore,
  };
  return judge(fault, counts, {
    ...EXACT_HOLDS,
    firings: devices * script.times,
    interrupted: { atLeast: kills },
    restarts: kills,
  });
}

/** The number of a fleet's alerts whose condition holds, but not yet for the hold time. */
const runningHolds = ({ database }: DrillInstallation, { devices }: Fleet): Promise<number> =>
  database
    .db('alerting')
    .collection('alerts')
    .countDocuments({
      deviceName: { $in: devices.map(({ name }) => name) },
      'state.hold': { $exists: true, $ne: null },
    });
