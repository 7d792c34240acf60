import { Deadlines } from '../src/evaluation/deadlines.ts';
import type { Compared } from '../src/evaluation/evaluate.ts';
import { RecentReadings } from '../src/evaluation/recent-readings.ts';
import type { Rule, WatchedDevice } from '../src/evaluation/rule.ts';

/** The rules that readings are compared with, where no device is watched for its silence. */
export const comparedWith = (watched: Compared['watched']): Compared => ({
  watched,
  deadlines: new Deadlines(),
  mostChanges: 5,
  watchdog: { of: () => undefined, heard: () => undefined, watch: () => undefined },
});

/** A device with rules that compare each value by itself. */
export const deviceWith = (rules: readonly Rule[], recent = new RecentReadings()): WatchedDevice => ({
  rules,
  periodic: [],
  recent,
});
