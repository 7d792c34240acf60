import { atMost, type Goal, judged, judgedSpread } from '../goals.ts';
import { MODEST_RATE } from './options.ts';
import {
  arrived,
  costOfMoreAlerts,
  decided,
  lastOfBreach,
  type Results,
  sideOf,
  stepsAt,
} from './results.ts';

/** The devices of the goal for a breach. */
const BREACHING = 1_000;

/** Compares the results with Telemon's goals for alerts. */
export function goalsOf(results: Results): Goal[] {
  const telemon = sideOf(results, 'telemon');
  if (telemon === undefined) return [];
  const { rates, devices } = results.options;
  const atHalf = stepsAt(telemon, rates.at(-1)!);
  return [
    judgedSpread(
      'Publish → alert decided at 2,000/s',
      [25, 100],
      [15, 50],
      decided(stepsAt(telemon, MODEST_RATE)),
    ),
    judgedSpread('Publish → alert decided at half', [50, 250], [25, 120], decided(atHalf)),
    judgedSpread('Publish → SMS provider has it at half', [100, 500], [50, 250], arrived(atHalf, 'sms')),
    judgedSpread('Publish → MQTT target has it at half', [100, 500], [50, 250], arrived(atHalf, 'mqtt')),
    judged(
      '1,000 devices breach in one second: the last notice',
      ['≤ 5 s', atMost(5)],
      ['≤ 2 s', atMost(2)],
      devices === BREACHING ? lastOfBreach(telemon).median : NaN,
      (value) => (Number.isFinite(value) ? `${value.toFixed(1)} s` : 'never'),
    ),
    judged(
      'CPU with 100 alerts a device beside 10',
      ['≤ 1.3×', atMost(1.3)],
      ['≤ 1.15×', atMost(1.15)],
      costOfMoreAlerts(telemon).median,
      (value) => `${value.toFixed(2)}×`,
    ),
  ];
}
