import { Inject, Injectable } from '@nestjs/common';
import {
  type Audience,
  INTEREST_INTERVAL_MS,
  LiveAlert,
  LiveDevice,
  LivePlace,
  LiveReading,
  STREAM_ALIVE_EVERY_MS,
  STREAM_RESET,
} from '@telemon/contracts/gateway/live';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { unavailable } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Live } from '@telemon/platform/messaging/live';
import { Counter, Gauge } from '@telemon/platform/metrics';
import { CONFIG } from '@telemon/platform/platform.module';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { limitedRequests } from '../access/access.metrics.ts';
import type { Caller } from '../access/access.ts';
import { EndedSessions } from '../access/ended-sessions.ts';
import type { GatewayVariables } from '../config.ts';
import { Deliveries } from './deliveries.ts';
import { aliveFrame, eventFrame } from './frames.ts';
import { type EndReason, LiveStream } from './live-stream.ts';
import { tooManyStreams } from './live.errors.ts';
import { OpenStreams } from './open-streams.ts';
import { RecentEvents } from './recent-events.ts';

const CHECK_EVERY_MS = 1_000;
const RETRY_AFTER_S = 15;
/** Other services may reconnect to NATS later than the gateway, and their updates are lost until then. */
const RESET_AFTER_MS = 1_000;
/** Missed events are written in pieces of this size. */
const PIECE_BYTES = 32 * 1_024;

const openStreams = new Gauge({ name: 'telemon_live_streams', help: 'Live streams that are open' });
const endedStreams = new Counter({
  name: 'telemon_live_streams_ended_total',
  help: 'Live streams that ended, by the reason',
  labelNames: ['reason'],
});

/** Passes live updates from NATS to the pages that may see them, with one subscription per subject. */
@Injectable()
export class LiveFeed {
  private readonly streams = new OpenStreams();
  private readonly deliveries = new Deliveries(this.streams);
  private readonly recent = new RecentEvents();
  /** Part of each event id: ids of another run or replica are unknown here. */
  private readonly run = randomBytes(6).toString('hex');
  private readonly limit: number;
  private timers: NodeJS.Timeout[] = [];
  private isStopping = false;

  constructor(
    private readonly live: Live,
    private readonly endedSessions: EndedSessions,
    lifecycle: Lifecycle,
    @Inject(CONFIG) { RATE_LIMITS, STREAM_LIMIT }: GatewayVariables,
  ) {
    this.limit = RATE_LIMITS === 'on' ? STREAM_LIMIT : Infinity;
    lifecycle.onStart(() => this.start());
  }

  /** Opens a stream to a caller, starting with the events after the last one that they saw. */
  open({ actor, expiresAtMs }: Caller, lastEventId: string | undefined, response: ServerResponse): void {
    const own = this.streams.ofUser(actor.id);
    const stream = new LiveStream(actor, expiresAtMs, response, (reason) => this.closed(stream, reason));
    if (own.length >= this.limit) own[0]!.end('replaced');
    this.streams.add(stream);
    openStreams.set(this.streams.size);
    this.tellInterest();
    this.catchUp(stream, lastEventId === undefined ? this.recent.newestNumber : this.numberOf(lastEventId));
  }

  /**
   * Checks that a caller may open one more stream. A caller who reconnects always may: the lost stream may still count as
   * open here, because nothing signals that a phone has left its network. `open` then ends the oldest.
   * @throws TooManyStreams beyond the limit
   */
  admit({ actor }: Caller, lastEventId: string | undefined): void {
    if (this.isStopping) throw unavailable();
    if (this.streams.ofUser(actor.id).length < this.limit) return;
    if (lastEventId !== undefined) return;
    limitedRequests.inc({ limit: 'STREAM_LIMIT' });
    throw tooManyStreams({ most: this.limit }, { retryAfterS: RETRY_AFTER_S });
  }

  /** Ends every stream, so that the HTTP server can stop. */
  stop(): void {
    this.isStopping = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const stream of this.streams.all()) stream.end('stopping');
  }

  private start(): void {
    const { readings, devices, places, alerts } = LIVE_SUBJECTS;
    this.live.subscribe(readings, z.array(LiveReading), (batch) => {
      this.pass(batch.map(({ audience, reading }) => ({ event: 'reading', audience, data: reading })));
    });
    this.live.subscribe(devices, LiveDevice, ({ audience, ...data }) => {
      this.pass([{ event: 'device', audience, data }]);
    });
    this.live.subscribe(places, LivePlace, ({ audience, ...data }) => {
      this.pass([{ event: 'place', audience, data }]);
    });
    this.live.subscribe(alerts, LiveAlert, ({ audience, ...data }) => {
      this.pass([{ event: 'alert', audience, data }]);
    });
    this.live.onReconnect(() => setTimeout(() => this.resetAll(), RESET_AFTER_MS).unref());
    this.timers = [
      setInterval(() => this.tellInterest(), INTEREST_INTERVAL_MS),
      setInterval(() => this.sayAlive(), STREAM_ALIVE_EVERY_MS),
      setInterval(() => this.checkAll(), CHECK_EVERY_MS),
    ];
  }

  private pass(updates: { event: string; audience: Audience; data: unknown }[]): void {
    for (const { event, audience, data } of updates) {
      this.deliveries.add(this.recent.add(audience, (number) => eventFrame(this.idOf(number), event, data)));
    }
    this.deliveries.start();
  }

  /** Writes the events after `number`, piece by piece as the reader takes them; then the stream joins the live updates. */
  private catchUp(stream: LiveStream, number: number): void {
    const { newestNumber } = this.recent;
    const newest = this.idOf(newestNumber);
    const frames: Buffer[] = [];
    if (this.recent.knows(number)) {
      let length = 0;
      for (const event of this.recent.after(number)) {
        if (!stream.sees(event.audience)) continue;
        frames.push(event.frame);
        length += event.frame.length;
        if (length < PIECE_BYTES) continue;
        stream.write(Buffer.concat(frames), () => setImmediate(() => this.catchUp(stream, event.number)));
        return;
      }
    } else frames.push(eventFrame(newest, STREAM_RESET, {}));
    stream.writtenUpTo = newestNumber;
    stream.write(Buffer.concat([...frames, aliveFrame(newest)]));
    this.streams.join(stream);
  }

  /** Makes every page load anew, because updates were lost; also a page that reconnects later. */
  private resetAll(): void {
    this.recent.forget();
    for (const peers of this.streams.joined()) {
      for (const stream of peers) this.catchUp(stream, -1);
    }
  }

  private closed(stream: LiveStream, reason: EndReason): void {
    this.streams.remove(stream);
    openStreams.set(this.streams.size);
    endedStreams.inc({ reason });
  }

  private tellInterest(): void {
    if (this.streams.size > 0) this.live.publish(LIVE_SUBJECTS.interest, {});
  }

  private sayAlive(): void {
    const frame = aliveFrame(this.idOf(this.recent.newestNumber));
    for (const peers of this.streams.joined()) {
      // The keep-alive must not overtake events with older ids.
      if (!this.deliveries.hasFor(peers)) for (const stream of peers) stream.write(frame);
    }
  }

  private checkAll(): void {
    for (const stream of this.streams.all()) {
      const { sessionId } = stream.actor;
      if (sessionId !== undefined && this.endedSessions.has(sessionId)) stream.end('session-ended');
      else stream.check();
    }
  }

  private idOf(number: number): string {
    return `${this.run}-${number}`;
  }

  /** The number in an event id; -1, which no event has, for an id of another run. */
  private numberOf(id: string): number {
    const [run, number = ''] = id.split('-');
    return run === this.run && /^\d{1,15}$/.test(number) ? Number(number) : -1;
  }
}
