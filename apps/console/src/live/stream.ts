import { STREAM_DEAD_AFTER_MS, type STREAM_EVENTS, type STREAM_RESET } from '@telemon/contracts/gateway/live';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { z } from 'zod';

/** The stream's state on the page. `stale` is a long loss; `since` is when it began. */
export type StreamState =
  | { kind: 'connecting' }
  | { kind: 'live' }
  | { kind: 'reconnecting'; since: number }
  | { kind: 'stale'; since: number };

type Events = typeof STREAM_EVENTS;
export type StreamEvent = {
  [Name in keyof Events]: { event: Name; data: z.infer<Events[Name]> };
}[keyof Events];

interface StreamParts {
  /** Opens the stream after the event with this id. */
  open: (lastEventId: string | null, signal: AbortSignal) => Promise<Response>;
  onEvent: (event: StreamEvent) => void;
  onState: (state: StreamState) => void;
  /** Events may have been missed for good: the page's data must be refreshed. */
  onMissed: () => void;
  now?: () => number;
  /** Resolves early when the signal aborts. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  random?: () => number;
}

export const FIRST_RETRY_MS = 500;
export const LONGEST_RETRY_MS = 15_000;
/** A shorter loss is not shown: renewing the token takes less. */
export const QUIET_LOSS_MS = 2_000;
export const STALE_AFTER_MS = 20_000;

const waitFor = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/** The pause before retry number `tries`: doubles, with a random part so that pages do not reconnect all at once. */
export const retryAfterMs = (tries: number, random: () => number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(tries, 10)) * (0.5 + random() / 2);

const RESET: typeof STREAM_RESET = 'reset';
const KNOWN: Record<keyof Events, true> = { reading: true, device: true, place: true, alert: true };

const isKnown = (name: string | undefined): name is keyof Events =>
  name !== undefined && Object.hasOwn(KNOWN, name);

/** Keeps one stream of /v1 open until `stop`; reports its events and its state. */
export class LiveStream {
  private readonly parts: Required<StreamParts>;
  private readonly stopped = new AbortController();
  private lastEventId: string | null = null;
  private lostAt: number | null = null;
  private tries = 0;
  private retryMs: number | null = null;
  private hasBeenLive = false;

  constructor(parts: StreamParts) {
    this.parts = { now: Date.now, wait: waitFor, random: Math.random, ...parts };
  }

  /** Runs until `stop`. */
  async run(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      await this.readOnce().catch(() => {});
      if (this.stopped.signal.aborted) return;
      this.markLost();
      const wait = this.retryMs ?? retryAfterMs(this.tries, this.parts.random);
      this.retryMs = null;
      this.tries += 1;
      await this.parts.wait(wait, this.stopped.signal);
    }
  }

  stop(): void {
    this.stopped.abort();
  }

  /** Reports the current state; called regularly, as a loss goes from hidden to shown to stale. */
  reportState(): void {
    if (this.lostAt === null) return;
    const lost = this.parts.now() - this.lostAt;
    if (lost >= STALE_AFTER_MS) this.parts.onState({ kind: 'stale', since: this.lostAt });
    else if (lost >= QUIET_LOSS_MS) this.parts.onState({ kind: 'reconnecting', since: this.lostAt });
  }

  private async readOnce(): Promise<void> {
    const connection = new AbortController();
    const end = () => connection.abort();
    this.stopped.signal.addEventListener('abort', end, { once: true });
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(end, STREAM_DEAD_AFTER_MS);
    };
    try {
      alive();
      const response = await this.parts.open(this.lastEventId, connection.signal);
      if (!response.ok || response.body === null) {
        const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
        if (seconds > 0) this.retryMs = seconds * 1000;
        return;
      }
      this.markLive();
      const parser = createParser({
        onEvent: (message) => this.take(message),
        // A heartbeat has an id but no event.
        onId: (id) => {
          this.lastEventId = id;
        },
        onRetry: (ms) => {
          this.retryMs = ms;
        },
      });
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        alive();
        parser.feed(decoder.decode(value, { stream: true }));
      }
    } finally {
      clearTimeout(watchdog);
      this.stopped.signal.removeEventListener('abort', end);
      connection.abort();
    }
  }

  private take({ event, data }: EventSourceMessage): void {
    if (event === RESET) this.parts.onMissed();
    if (!isKnown(event)) return;
    try {
      this.parts.onEvent({ event, data: JSON.parse(data) } as StreamEvent);
    } catch (error) {
      // An event that cannot be parsed or handled must not end the stream.
      console.error(error);
    }
  }

  private markLive(): void {
    const isFirst = !this.hasBeenLive;
    this.hasBeenLive = true;
    this.lostAt = null;
    this.tries = 0;
    this.parts.onState({ kind: 'live' });
    // After a reconnect, the stream continues after the last event, or sends a reset.
    if (isFirst) this.parts.onMissed();
  }

  private markLost(): void {
    this.lostAt ??= this.parts.now();
    this.reportState();
  }
}
