import { HEARTBEATS_MISSED_AFTER_MS, HEARTBEAT_TOLERANCE_MS, type Source } from '@telemon/contracts/readings';
import { type EndpointState, type Outage, hearEndpoint, outagesUntil } from './endpoint-outages.ts';

/** A clock's state as it is stored. */
export interface ClockState {
  /** Arrival of the newest message, epoch milliseconds. */
  newest: number;
  /** The heard time then. */
  heard: number;
  /** Arrival of the first message since the last gap, epoch milliseconds. */
  since: number;
  /** Arrival of the last message before that gap. */
  until: number;
  /** Offset of the newest message. */
  offset: number;
  /** Each kind of endpoint that was heard. Earlier versions of Telemon didn't store it. */
  endpoints?: Partial<Record<Source, EndpointState>>;
}

const NO_OUTAGES: readonly Outage[] = [];

/**
 * The clock of a partition of `telemetry.readings`. It counts the **heard time**, in which devices could reach Telemon: it goes on with
 * each message that arrived at most `HEARTBEATS_MISSED_AFTER_MS` after the one before. A longer gap is an outage of ours or a clock of
 * a server that was set ahead; neither counts. The same messages always give the same times. Without gaps, heard times are arrivals.
 * It also knows in which heard time one kind of endpoint could receive nothing.
 */
export class PartitionClock {
  private state: ClockState | null = null;

  /** Goes on from a stored state; null: nothing was heard yet. */
  restore(state: ClockState | null): void {
    this.state = structuredClone(state);
  }

  /** To be stored; null: nothing was heard yet. */
  stored(): ClockState | null {
    return structuredClone(this.state);
  }

  /**
   * Hears a message.
   * @param isFresh Whether it is a heartbeat that was written a moment ago: then it shows that a clock was set back. Other
   * messages may come late or again.
   * @param sources The kinds of endpoint that could receive then
   * @returns False if it changes nothing, because it was heard before
   */
  hear(arrival: number, offset: number, isFresh: boolean, sources: readonly Source[] = []): boolean {
    if (this.state === null)
      this.state = { newest: arrival, heard: arrival, since: arrival, until: arrival, offset };
    else if (!this.goOn(this.state, arrival, offset, isFresh)) return false;
    for (const source of sources) this.hearSource(this.state, source, arrival);
    return true;
  }

  private goOn(state: ClockState, arrival: number, offset: number, isFresh: boolean): boolean {
    // A topic that was made anew begins with new arrivals at old offsets.
    if (offset < state.offset && arrival <= state.newest) return false;
    state.offset = offset;
    const step = arrival - state.newest;
    const isGap = step > HEARTBEATS_MISSED_AFTER_MS;
    const isSetBack = isFresh && step < -HEARTBEAT_TOLERANCE_MS;
    if (isGap || isSetBack) {
      state.until = state.newest;
      state.newest = arrival;
      state.since = arrival;
    } else if (step > 0) {
      state.newest = arrival;
      state.heard += step;
    }
    return true;
  }

  private hearSource(state: ClockState, source: Source, arrival: number): void {
    // A message that waited in a process for longer, or comes again, doesn't say that the endpoint can receive now.
    if (state.newest - arrival > HEARTBEAT_TOLERANCE_MS) return;
    const heardAt = this.heardAt(arrival);
    const endpoints = (state.endpoints ??= {});
    const endpoint = endpoints[source];
    if (endpoint) hearEndpoint(endpoint, heardAt);
    else endpoints[source] = { newest: heardAt, outages: [] };
  }

  /** The heard times in which a kind of endpoint could receive nothing, the oldest first; none if it is unknown. */
  outagesOf(source: Source | null): readonly Outage[] {
    const endpoint = source === null ? undefined : this.state?.endpoints?.[source];
    return endpoint ? outagesUntil(endpoint, this.state!.heard) : NO_OUTAGES;
  }

  /** The heard time at an arrival. Of an arrival long before the newest message it is unknown: the answer is never too early. */
  heardAt(arrival: number): number {
    if (this.state === null) return arrival;
    const { newest, heard, since } = this.state;
    const ago = newest - arrival;
    if (ago < 0 || ago > HEARTBEAT_TOLERANCE_MS) return heard;
    return heard - Math.min(ago, newest - since);
  }

  /** The heard time from which a period counts that begins at an instant; it may be later than the newest message. */
  heardFrom(beginning: number): number {
    if (this.state === null) return beginning;
    const ahead = beginning - this.state.newest;
    return ahead > 0 ? this.state.heard + ahead : this.heardAt(beginning);
  }

  /** The heard time at the last gap. */
  get atLastGap(): number {
    if (this.state === null) return Number.NEGATIVE_INFINITY;
    const { newest, heard, since } = this.state;
    return heard - (newest - since);
  }

  /** When a heard time of the past was, epoch milliseconds; as if there was one gap only. */
  instantOf(heard: number): number {
    if (this.state === null) return heard;
    const beforeGap = this.atLastGap - heard;
    return beforeGap >= 0 ? this.state.until - beforeGap : this.state.since - beforeGap;
  }
}
