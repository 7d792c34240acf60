// Users who look at charts, in a process of its own: each looks at a chart for a second, and then at that of another device.
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { now, spreadOf } from '../../durations.ts';
import { answerParent } from '../../forked-program.ts';
import { chartsOf } from './charts.ts';
import type { Looked, Looking } from './user-messages.ts';

const LOOKS_FOR_MS = 1_000;
const FEWEST_POINTS = 90;
/** Coprime to any usual number of devices. */
const STRIDE = 617;
/** Charts of each user before the measurement. */
const WARM_UP = 2;

async function look(looking: Looking): Promise<Looked> {
  const { users, seconds, names, end, days, chart } = looking;
  const { fetchChart, close } = await chartsOf(looking);
  const latencies: number[] = [];
  let [failed, begun] = [0, 0];
  const lookAtOne = async () => {
    const number = begun++;
    // Ranges end in different minutes, because Telemon would share the answer to equal requests.
    const to = end - MINUTE_MS * Math.floor(number / names.length) - 1;
    const from = to + 1 - (chart === 'month' ? Math.min(days, 30) : 1) * DAY_MS;
    const points = await fetchChart(names[(number * STRIDE) % names.length]!, from, to).catch(() => 0);
    if (points < FEWEST_POINTS) failed++;
  };
  const warmUp = async () => {
    for (let seen = 0; seen < WARM_UP; seen++) await lookAtOne();
  };
  const lookOn = async (user: number) => {
    await delay((LOOKS_FOR_MS * user) / users);
    const until = now() + seconds * 1_000;
    while (now() < until) {
      const from = now();
      await lookAtOne();
      latencies.push(now() - from);
      await delay(LOOKS_FOR_MS);
    }
  };
  const eachUser = (work: (user: number) => Promise<void>) =>
    Promise.all(Array.from({ length: users }, (_, user) => work(user)));
  // All users warm up before the measurement: their first charts come all at once, and delay each other.
  await eachUser(warmUp);
  await eachUser(lookOn);
  await close();
  return { latency: spreadOf(latencies), failed };
}

answerParent(look);
