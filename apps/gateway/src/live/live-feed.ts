import { Inject, Injectable } from '@nestjs/common';
import {
  type Audience,
  INTEREST_INTERVAL_MS,
  LiveAlert,
  LiveDevice,
  LivePlace,
  LiveReading,
  STREAM_RESET,
} from '@telemon/contracts/live';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { unavailable } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Live } from '@telemon/platform/messaging/live';
import { Counter, Gauge } from '@telemon/platform/metrics';
import { CONFIG } from '@telemon/platform/platform.module';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Caller } from '../access/access.ts';
import { EndedSessions } from '../access/ended-sessions.ts';
import { refusals } from '../access/refusals.ts';
import type { GatewayVariables } from '../config.ts';
import { aliveFrame, eventFrame } from './frames.ts';
import { type EndReason, LiveStream } from './live-stream.ts';
import { tooManyStreams } from './live.errors.ts';
import { OpenStreams } from './open-streams.ts';
import { RecentEvents } from './recent-events.ts';

const ALIVE_EVERY_MS = 15_000;
const CHECK_EVERY_MS = 1_000;
const RETRY_AFTER_S = 15;

const openStreams = new Gauge({ name: 'telemon_live_streams', help: 'Live streams that are open' });
const endedStreams = new Counter({
  name: 'telemon_live_streams_ended_total',
  help: 'Live streams that ended, by the reason',
  labelNames: ['reason'],
});

/** Live updates from NATS to the pages that may see them: one subscription a process, however many pages. */
@Injectable()
export class LiveFeed {
  private readonly streams = new OpenStreams();
  private readonly recent = new RecentEvents();
  /** Event ids of another run, or of another replica, mean nothing here. */
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

  /** Opens a stream to one caller, beginning with what they missed since the event they saw last. */
  open({ actor, expiresAtMs }: Caller, lastEventId: string | undefined, response: ServerResponse): void {
    const own = this.streams.ofUser(actor.id);
    const stream = new LiveStream(actor, expiresAtMs, response, (reason) => this.closed(stream, reason));
    if (own.length >= this.limit) own[0]!.end('replaced');
    this.streams.add(stream);
    openStreams.set(this.streams.size);
    this.tellInterest();
    this.catchUp(stream, lastEventId);
  }

  /**
   * Lets a caller open one more stream. Who comes back after a loss may, with however many: the stream that they lost
   * may still count as open here, as nothing says that a phone has left its network. The oldest makes room.
   * @throws where they have too many open.
   */
  admit({ actor }: Caller, lastEventId: string | undefined): void {
    if (this.isStopping) throw unavailable();
    if (this.streams.ofUser(actor.id).length < this.limit) return;
    if (lastEventId !== undefined) return;
    refusals.inc({ limit: 'STREAM_LIMIT' });
    throw tooManyStreams({ most: this.limit }, { retryAfterS: RETRY_AFTER_S });
  }

  /** Ends every stream, so that the server behind them can stop. */
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
    this.timers = [
      setInterval(() => this.tellInterest(), INTEREST_INTERVAL_MS),
      setInterval(() => this.sayAlive(), ALIVE_EVERY_MS),
      setInterval(() => this.checkAll(), CHECK_EVERY_MS),
    ];
  }

  private pass(updates: { event: string; audience: Audience; data: unknown }[]): void {
    const touched = new Set<LiveStream>();
    for (const { event, audience, data } of updates) {
      const { frame } = this.recent.add(audience, (number) => eventFrame(this.idOf(number), event, data));
      for (const stream of this.streams.seeing(audience)) {
        stream.add(frame);
        touched.add(stream);
      }
    }
    for (const stream of touched) stream.flush();
  }

  private catchUp(stream: LiveStream, lastEventId: string | undefined): void {
    const newest = this.idOf(this.recent.newestNumber);
    if (lastEventId !== undefined) {
      const missed = this.recent.after(this.numberOf(lastEventId));
      if (!missed) stream.add(eventFrame(newest, STREAM_RESET, {}));
      else for (const { audience, frame } of missed) if (stream.sees(audience)) stream.add(frame);
    }
    stream.add(aliveFrame(newest));
    stream.flush();
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
    for (const stream of this.streams.all()) {
      stream.add(frame);
      stream.flush();
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

  /** The number in an event's id; -1, which no event has, where it isn't one of this run. */
  private numberOf(id: string): number {
    const [run, number = ''] = id.split('-');
    return run === this.run && /^\d{1,15}$/.test(number) ? Number(number) : -1;
  }
}
