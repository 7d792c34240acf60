import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { OpenStreams, Peers } from './open-streams.ts';
import type { RecentEvent } from './recent-events.ts';

/** What comes within so long goes out together, ms: writing is what costs, however little it is. */
const TOGETHER_MS = 50;
/** Other callers are answered in between, at the latest after so long, ms. */
const LONGEST_TURN_MS = 10;

/** Hands events on to the streams that may see them. What is the same for many streams is made once and shared by them. */
export class Deliveries {
  private waiting = new Bundle();
  private leaving = new Bundle();
  private isUnderWay = false;

  constructor(private readonly streams: OpenStreams) {}

  /** Takes in an event, which `start` hands on. */
  add(event: RecentEvent): void {
    const hearers = this.streams.seeing(event.audience);
    if (hearers.length > 0) this.waiting.add(event, hearers);
  }

  /** Hands on what was taken in: at once where it was quiet, else with what comes until it is due. */
  start(): void {
    if (!this.isUnderWay) void this.handOnAll();
  }

  /** Whether there are events that these streams will hear of, and have not all yet. */
  hasFor(peers: Peers): boolean {
    return this.waiting.byPeers.has(peers) || this.leaving.byPeers.has(peers);
  }

  private async handOnAll(): Promise<void> {
    this.isUnderWay = true;
    while (this.waiting.byPeers.size > 0) {
      this.leaving = this.waiting;
      this.waiting = new Bundle();
      await this.handOn(this.leaving);
      await delay(TOGETHER_MS);
    }
    this.isUnderWay = false;
  }

  private async handOn(bundle: Bundle): Promise<void> {
    bundle.close();
    let begun = performance.now();
    for (const [peers, events] of bundle.byPeers) {
      const frames = bundle.framesOf(events);
      const newest = events.at(-1)!.number;
      for (const stream of peers) {
        const { heardUpTo } = stream;
        if (heardUpTo < events[0]!.number) stream.write(frames);
        else if (heardUpTo < newest) {
          // It joined meanwhile, and has heard of some.
          stream.write(bundle.framesOf(events.filter(({ number }) => number > heardUpTo)));
        }
        stream.heardUpTo = Math.max(heardUpTo, newest);
        if (performance.now() - begun < LONGEST_TURN_MS) continue;
        await turn();
        begun = performance.now();
      }
      bundle.byPeers.delete(peers);
    }
  }
}

/** Events that are handed on together. */
class Bundle {
  readonly byPeers = new Map<Peers, RecentEvent[]>();
  private readonly events: RecentEvent[] = [];
  private readonly places = new Map<RecentEvent, { index: number; start: number }>();
  private length = 0;
  private bytes = Buffer.alloc(0);

  add(event: RecentEvent, hearers: readonly Peers[]): void {
    this.places.set(event, { index: this.events.length, start: this.length });
    this.events.push(event);
    this.length += event.frame.length;
    for (const peers of hearers) {
      const events = this.byPeers.get(peers);
      if (events) events.push(event);
      else this.byPeers.set(peers, [event]);
    }
  }

  /** Nothing is added any more. */
  close(): void {
    this.bytes = Buffer.concat(this.events.map(({ frame }) => frame));
  }

  /** The frames of some events, which are a part of all where none is missing between them, as for those who see everything. */
  framesOf(events: readonly RecentEvent[]): Buffer {
    const first = this.places.get(events[0]!)!;
    const last = this.places.get(events.at(-1)!)!;
    if (last.index - first.index === events.length - 1) {
      return this.bytes.subarray(first.start, last.start + events.at(-1)!.frame.length);
    }
    return Buffer.concat(events.map(({ frame }) => frame));
  }
}
