import { ChannelName, type SensorMapping } from '@telemon/contracts/devices/treatment';
import type { PerChannel } from '../../latest/day-totals.ts';
import { NONE } from '../sent-reading.ts';

/** The index of the channel that feeds each of the four sensors. */
export type Feeds = readonly number[];

const NAMES = ChannelName.options;

/** Null if every sensor is fed by its own channel, as is a sensor that the mapping doesn't name. */
export const feedsOf = (mapping: SensorMapping | null | undefined): Feeds | null => {
  if (!mapping?.enabled) return null;
  const feeds = NAMES.map((name) => NAMES.indexOf(mapping[name] ?? name));
  return feeds.every((feed, channel) => feed === channel) ? null : feeds;
};

/** Per sensor, the value of the channel that feeds it. */
export const mapped = (values: PerChannel, feeds: Feeds): PerChannel =>
  values === NONE ? NONE : feeds.map((feed) => values[feed]!);
