import { perSecond, SIXTY_PER_SECOND } from '../frames.ts';
import { atMost, type Goal, judged, NONE } from '../goals.ts';
import { inMs, thousands } from '../tables.ts';
import type { Results } from './results.ts';

const KILOBYTE = 1024;
const kilobytes = (bytes: number) => `${(bytes / KILOBYTE).toFixed(0)} KB`;
const ratio = (value: number) => `${value.toFixed(2)}×`;

/** Compares the results with Telemon's goals for its console. */
export function goalsOf({ signInScriptBytes, loads, chart, options }: Results): Goal[] {
  return [
    judged(
      'Script before sign-in, compressed',
      ['≤ 150 KB', atMost(150 * KILOBYTE)],
      ['≤ 120 KB', atMost(120 * KILOBYTE)],
      signInScriptBytes,
      kilobytes,
    ),
    judged(
      'Device list usable, against a minimal react-admin app',
      ['≤ 1.1×', atMost(1.1)],
      ['≤ 1.0×', atMost(1)],
      loads.deviceList.median / loads.minimal.median,
      ratio,
    ),
    judged(
      'Device page usable',
      ['≤ 2,000 ms', atMost(2_000)],
      ['≤ 1,500 ms', atMost(1_500)],
      loads.devicePage.median,
      inMs,
    ),
    judged(
      `Chart of ${thousands(options.charted)} readings, from the click, median`,
      ['≤ 300 ms', atMost(300)],
      ['≤ 100 ms', atMost(100)],
      chart.drawn.p50,
      inMs,
    ),
    judged('The same, zoomed', SIXTY_PER_SECOND, NONE, chart.zoomed.framesPerSecond, perSecond),
    judged(
      'Reading on the page, p99',
      ['≤ 500 ms', atMost(500)],
      ['≤ 250 ms', atMost(250)],
      chart.seen.p99,
      inMs,
    ),
  ];
}
