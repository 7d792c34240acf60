import { HEARTBEATS_MISSED_AFTER_MS, HEARTBEAT_TOLERANCE_MS } from '@telemon/contracts/readings';

/** A time in which no device could reach one kind of endpoint, although others were heard. Heard times of the partition. */
export interface Outage {
  from: number;
  to: number;
}

/** One kind of endpoint as a partition hears it; stored with the partition's clock. */
export interface EndpointState {
  /** Heard time of its newest heartbeat or reading, of whichever replica. */
  newest: number;
  /** Its outages, the oldest first. */
  outages: Outage[];
}

/** Most outages that are kept. Of more, the two oldest count as one, with the time between them: that can only delay a decision. */
export const MOST_OUTAGES = 100;

/** A heartbeat or a reading of the kind of endpoint is heard. */
export const hearEndpoint = (state: EndpointState, heardAt: number): void => {
  if (heardAt <= state.newest) return;
  const { outages } = state;
  const missed = { from: state.newest, to: heardAt };
  if (missed.to - missed.from > HEARTBEATS_MISSED_AFTER_MS) outages.push(missed);
  if (outages.length > MOST_OUTAGES) outages.splice(0, 2, { from: outages[0]!.from, to: outages[1]!.to });
  state.newest = heardAt;
};

/**
 * The outages up to the present heard time, with the one that goes on. That one counts after a longer time only, because the clocks of two
 * endpoints may differ; what passed in it is decided even later.
 */
export const outagesUntil = ({ newest, outages }: EndpointState, heard: number): readonly Outage[] => {
  const missed = { from: newest, to: heard };
  return missed.to - missed.from > HEARTBEAT_TOLERANCE_MS ? [...outages, missed] : outages;
};

/** The heard time at which a time has passed, if outages don't count. */
export const afterOutages = (outages: readonly Outage[], beginning: number, ms: number): number => {
  let end = beginning + ms;
  for (const { from, to } of outages) {
    if (from >= end) break;
    if (to > beginning) end += to - Math.max(from, beginning);
  }
  return end;
};

/** How much of a time was taken by outages, ms. */
export const lostBetween = (outages: readonly Outage[], beginning: number, end: number): number =>
  outages.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, end) - Math.max(from, beginning)), 0);
