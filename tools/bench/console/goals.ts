import { atMost, type Goal, judged } from '../goals.ts';
import { ms } from '../tables.ts';
import type { Results } from './results.ts';

const KILOBYTE = 1024;
const kilobytes = (bytes: number) => `${(bytes / KILOBYTE).toFixed(0)} KB`;
const ratio = (value: number) => `${value.toFixed(2)}×`;

/** Compares the results with Telemon's goals for its console. */
export function goalsOf({ signInScriptBytes, loads }: Results): Goal[] {
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
      (value) => `${ms(value)} ms`,
    ),
  ];
}
