import { Injectable } from '@nestjs/common';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Counter } from '@telemon/platform/metrics';

/** Why a datagram did not get to Kafka. */
const DROP_REASONS = [
  /** It names no device that could exist. */
  'nameless',
  /** It names a device that is not registered. */
  'unknown-device',
  /** Nobody could tell whether its device is registered: devices did not answer, or was asked too much. */
  'not-looked-up',
  /** Its device sends more than it may. */
  'rate',
  /** Kafka takes less than comes in. */
  'buffer-full',
  /** The system had no room for it before this process could read it. */
  'receive-buffer',
  /** The process ended before Kafka had it. */
  'stopping',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Between two log lines about drops, ms. */
const LOG_INTERVAL_MS = 1_000;
const SAMPLES_OF_REASON = 3;

const dropped = new Counter({
  name: 'telemon_udp_datagrams_dropped_total',
  help: 'Datagrams that did not get to Kafka, by reason',
  labelNames: ['reason'],
});
const counterOf = new Map(DROP_REASONS.map((reason) => [reason, dropped.labels(reason)]));

/** Counts every datagram that is dropped, by reason, and says so in one log line a second at most. */
@Injectable()
export class Drops {
  private readonly untold = new Map<DropReason, { count: number; samples: Set<string> }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(lifecycle: Lifecycle) {
    lifecycle.onStart(() => {
      this.timer = setInterval(() => this.tell(), LOG_INTERVAL_MS);
    });
    lifecycle.onStop(() => {
      clearInterval(this.timer);
      this.tell();
    });
  }

  /** @param sample who it was, for the log: a device name, or an address where there is none. */
  count(reason: DropReason, sample?: string, count = 1): void {
    counterOf.get(reason)!.inc(count);
    let told = this.untold.get(reason);
    if (!told) this.untold.set(reason, (told = { count: 0, samples: new Set() }));
    told.count += count;
    if (sample !== undefined && told.samples.size < SAMPLES_OF_REASON) told.samples.add(sample);
  }

  private tell(): void {
    if (this.untold.size === 0) return;
    const counts: Record<string, number> = {};
    const from: Record<string, string[]> = {};
    for (const [reason, { count, samples }] of this.untold) {
      counts[reason] = count;
      if (samples.size > 0) from[reason] = [...samples];
    }
    this.untold.clear();
    logger.warn({ dropped: counts, from }, 'datagrams dropped');
  }
}
