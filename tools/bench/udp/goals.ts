import { atLeast, atMost, type Goal, judged, NONE } from '../goals.ts';
import { thousands } from '../tables.ts';
import type { Results } from './results.ts';

/** Datagrams a second that are stored and ruled without a loss. */
const HELD_RATE = { goal: 8_000, beyond: 15_000 } as const;
/** p99 of MQTT beside datagrams at the goal's rate, compared with MQTT alone. */
const MOST_SLOWER = 1.2;
/** Lost datagrams of registered devices beside a flood, percent. */
const MOST_LOST = 1;

/** Compares the results with Telemon's goals for datagrams. */
export const goalsOf = ({ rates, floods }: Results): Goal[] => [
  judged(
    'Datagrams a second, stored and ruled, none lost',
    [`≥ ${thousands(HELD_RATE.goal)}`, atLeast(HELD_RATE.goal)],
    [`≥ ${thousands(HELD_RATE.beyond)}`, atLeast(HELD_RATE.beyond)],
    rates.length === 0 ? NaN : Math.max(0, ...rates.filter(({ held }) => held).map(({ rate }) => rate)),
    thousands,
  ),
  judged(
    `p99 of MQTT beside ${thousands(HELD_RATE.goal)} datagrams a second, of MQTT alone`,
    NONE,
    [`≤ ${MOST_SLOWER}×`, atMost(MOST_SLOWER)],
    slowerAt(rates, HELD_RATE.goal),
    (value) => `${value.toFixed(1)}×`,
  ),
  ...floods.map(({ flood, sources, lostPercent }) =>
    judged(
      `Lost of known devices, beside ${thousands(flood)} unknown a second from ${sources} ports`,
      [`≤ ${MOST_LOST} %`, atMost(MOST_LOST)],
      NONE,
      lostPercent,
      (value) => `${value.toFixed(2)} %`,
    ),
  ),
];

const slowerAt = (rates: Results['rates'], wanted: number): number => {
  const found = rates.find(({ rate }) => rate === wanted);
  return found === undefined ? NaN : found.mqttBeside.p99 / found.mqttAlone.p99;
};
