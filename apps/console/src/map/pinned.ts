import { type DeviceState } from '@telemon/contracts/devices/device-states';
import { severityOf } from '../state/device-state.ts';

/** A device or a building, by a name of its own. */
export interface Pinned {
  key: string;
  lat: number;
  lng: number;
  state: DeviceState;
  /** Of a place that counts for several: how many they are, and how many of them are in its state. */
  within?: { count: number; worst: number };
}

/** The worst state among some places, how many are in it, and of how many. */
export interface Summary {
  state: DeviceState;
  worst: number;
  count: number;
}

/** Several that would lie on each other. */
export interface Group<Place extends Pinned> extends Summary {
  kind: 'group';
  key: string;
  lat: number;
  lng: number;
  /** Whether a closer look parts them. */
  parts(): boolean;
  /** Its places, at most `limit` of them. */
  members(limit: number): Place[];
}

export type Pin<Place extends Pinned> = ({ kind: 'one' } & Place) | Group<Place>;

/** Groups pins that would lie over each other; a group has the worst state of its members. */
export interface PinIndex<Place extends Pinned> {
  /** The pins within a part of the map, the worst last so that they lie on top. */
  within(bounds: [west: number, south: number, east: number, north: number], zoom: number): Pin<Place>[];
}

const ONE = { count: 1, worst: 1 };

/** Where there is no place, nothing is wrong. */
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
