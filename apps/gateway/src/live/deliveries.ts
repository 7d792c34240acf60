import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { OpenStreams, Peers } from './open-streams.ts';
import type { RecentEvent } from './recent-events.ts';

/** Events within this time share one write, ms: a small write costs as much as a large one. */
const TOGETHER_MS = 50;
/** After this long, the event loop gets a turn to answer other callers, ms. */
const LONGEST_TURN_MS = 10;

/** Writes events to the streams that may see them. Streams with the same events share one buffer. */
export class Deliveries {
  private waiting = new Bundle();
  private leaving = new Bundle();
  private isUnderWay = false;

  constructor(private readonly streams: OpenStreams) {}

  /** Queues an event until `start`. */
  add(event: RecentEvent): void {
    const recipients = this.streams.seeing(event.audience);
    if (recipients.length > 0) this.waiting.add(event, recipients);
  }

  /** Writes the queued events: at once after a quiet time, else in the next batch. */
  start(): void {
    if (!this.isUnderWay) void this.handOnAll();
  }

  /** Whether events for these streams are queued or being written. */
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
        const { writtenUpTo } = stream;
        if (writtenUpTo < events[0]!.number) stream.write(frames);
        else if (writtenUpTo < newest) {
          // The stream joined meanwhile, and has some of the events already.
          stream.write(bundle.framesOf(events.filter(({ number }) => number > writtenUpTo)));
        }
        stream.writtenUpTo = Math.max(writtenUpTo, newest);
        if (performance.now() - begun < LONGEST_TURN_MS) continue;
        await turn();
        begun = performance.now();
      }
      bundle.byPeers.delete(peers);
    }
  }
}

/** A batch of events. */
class Bundle {
  readonly byPeers = new Map<Peers, RecentEvent[]>();
  private readonly events: RecentEvent[] = [];
  private readonly places = new Map<RecentEvent, { index: number; start: number }>();
  private length = 0;
  private bytes = Buffer.alloc(0);

  add(event: RecentEvent, recipients: readonly Peers[]): void {
    this.places.set(event, { index: this.events.length, start: this.length });
    this.events.push(event);
    this.length += event.frame.length;
    for (const peers of recipients) {
      const events = this.byPeers.get(peers);
      if (events) events.push(event);
      else this.byPeers.set(peers, [event]);
    }
  }

  /** Called after the last `add`. */
  close(): void {
    this.bytes = Buffer.concat(this.events.map(({ frame }) => frame));
  }

  /** The frames of some events; consecutive ones, such as an admin's, are a view of the shared bytes. */
  framesOf(events: readonly RecentEvent[]): Buffer {
    const first = this.places.get(events[0]!)!;
    const last = this.places.get(events.at(-1)!)!;
    if (last.index - first.index === events.length - 1) {
      return this.bytes.subarray(first.start, last.start + events.at(-1)!.frame.length);
    }
    return Buffer.concat(events.map(({ frame }) => frame));
  }
}
