import { perSecond, SIXTY_PER_SECOND } from '../frames.ts';
import { atLeast, atMost, type Goal, judged, NONE } from '../goals.ts';
import { inMs, thousands } from '../tables.ts';
import type { FleetFigures, Results } from './results.ts';

const MEGABYTE = 1024 ** 2;
const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(2)} MB`;

/** Compares the results with Telemon's goals for its home page. */
export function goalsOf({ fleets }: Results): Goal[] {
  const of = (devices: number, figure: (figures: FleetFigures) => number) => {
    const figures = fleets.find((fleet) => fleet.devices === devices);
    return figures ? figure(figures) : NaN;
  };
  const p99 = ({ latency }: FleetFigures) => latency.p99;
  return [
    judged(
      `Home page of ${thousands(1_000)} devices, p99`,
      ['≤ 100 ms', atMost(100)],
      ['≤ 50 ms', atMost(50)],
      of(1_000, p99),
      inMs,
    ),
    judged(
      `Home page of ${thousands(10_000)} devices, p99`,
      ['≤ 500 ms', atMost(500)],
      ['≤ 300 ms', atMost(300)],
      of(10_000, p99),
      inMs,
    ),
    judged(
      'The same on the wire',
      NONE,
      ['≤ 1 MB', atMost(MEGABYTE)],
      of(10_000, ({ wireBytes }) => wireBytes),
      megabytes,
    ),
    judged(
      `${thousands(10_000)} pins panned`,
      ['30 frames/s', atLeast(30)],
      SIXTY_PER_SECOND,
      of(10_000, ({ panned }) => panned.framesPerSecond),
      perSecond,
    ),
  ];
}
