import { type ShownState } from '@telemon/contracts/devices/device-states';
import { severityOf } from '../state/device-state.ts';

/** A device or a building with a unique key. */
export interface Pinned {
  key: string;
  lat: number;
  lng: number;
  state: ShownState;
  /** For a place of several devices: their number, and how many are in its state. */
  within?: { count: number; worst: number };
}

/** The worst state of places, how many are in it, and the total. */
export interface Summary {
  state: ShownState;
  worst: number;
  count: number;
}

/** Several places that would overlap. */
export interface Group<Place extends Pinned> extends Summary {
  kind: 'group';
  key: string;
  lat: number;
  lng: number;
  /** Whether zooming in splits it. */
  parts(): boolean;
  /** Its places, at most `limit`. */
  members(limit: number): Place[];
}

export type Pin<Place extends Pinned> = ({ kind: 'one' } & Place) | Group<Place>;

/** Groups overlapping pins; a group has the worst state of its members. */
export interface PinIndex<Place extends Pinned> {
  /** The pins within bounds, the worst last, so that they are on top. */
  within(bounds: [west: number, south: number, east: number, north: number], zoom: number): Pin<Place>[];
}

const ONE = { count: 1, worst: 1 };

/** Normal without places. */
export const summaryOf = (places: Iterable<Pick<Pinned, 'state' | 'within'>>): Summary => {
  const summary: Summary = { state: 'normal', worst: 0, count: 0 };
  for (const { state, within = ONE } of places) {
    const difference = severityOf(state) - severityOf(summary.state);
    if (difference > 0) Object.assign(summary, { state, worst: within.worst });
    else if (difference === 0) summary.worst += within.worst;
    summary.count += within.count;
  }
  return summary;
};

export const worstLast = <Place extends Pinned>(pins: Pin<Place>[]): Pin<Place>[] =>
  pins.sort((one, other) => severityOf(one.state) - severityOf(other.state));
