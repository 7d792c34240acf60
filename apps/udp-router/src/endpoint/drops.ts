import { Injectable } from '@nestjs/common';
import { UNKNOWN_DEVICE } from '@telemon/contracts/readings';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Counter } from '@telemon/platform/metrics';

/** Why a datagram did not get to Kafka. */
const DROP_REASONS = [
  /** It holds no valid device name. */
  'nameless',
  /** It names a device that is not registered. */
  'unknown-device',
  /** Its device may be registered: the devices service did not answer, or too many look-ups were needed. */
  'not-looked-up',
  /** It comes from another address than its device is pinned to. */
  'wrong-source',
  /** It is not signed, and its device has a key. */
  'unsigned',
  /** It is not signed with the key of its device. */
  'wrong-signature',
  /** Its counter came before, or is too low to tell. */
  'replayed',
  /** Its counter could not be stored, or too many were waiting for that. */
  'not-checked',
  /** Its device sends more than it may. */
  'rate',
  /** The buffer of messages for Kafka was full. */
  'buffer-full',
  /** Kafka takes no message of this size. */
  'too-large',
  /** The receive buffer of the socket was full. */
  'receive-buffer',
  /** The process ended before Kafka had it. */
  'stopping',
] as const;
type UdpDropReason = (typeof DROP_REASONS)[number];

/** The log's words about the datagrams that the endpoint has read itself. */
export const SAID_OF_DROP = {
  nameless: 'it names no device',
  'unknown-device': UNKNOWN_DEVICE,
  'not-looked-up': 'its device could not be looked up',
  'wrong-source': 'it does not come from the address of its device',
  unsigned: 'it is not signed, and its device has a key',
  'wrong-signature': 'its signature is wrong',
  replayed: 'its counter was used before, or is too low',
  'not-checked': 'its counter could not be checked',
  rate: 'its device sends more than it may',
  'buffer-full': 'there was no room for it',
  'too-large': 'it is too large',
} as const satisfies Partial<Record<UdpDropReason, string>>;

/** Between two log lines about drops, ms. */
const LOG_INTERVAL_MS = 1_000;
const SAMPLES_OF_REASON = 3;

/** Plain numbers: to increment the metric would be a good part of the cost of a dropped datagram. */
const totals = new Map<UdpDropReason, number>();
new Counter({
  name: 'telemon_udp_datagrams_dropped_total',
  help: 'Datagrams that did not get to Kafka, by reason',
  labelNames: ['reason'],
  collect() {
    this.reset();
    for (const reason of DROP_REASONS) this.inc({ reason }, totals.get(reason) ?? 0);
  },
});

/** Counts dropped datagrams by reason, and logs the counts at most once a second. */
@Injectable()
export class Drops {
  private readonly unlogged = new Map<UdpDropReason, { count: number; samples: Set<string> }>();
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

  /** @param sample the sender, for the log: a device name, or an address without one. */
  count(reason: UdpDropReason, sample?: string, count = 1): void {
    totals.set(reason, (totals.get(reason) ?? 0) + count);
    let told = this.unlogged.get(reason);
    if (!told) this.unlogged.set(reason, (told = { count: 0, samples: new Set() }));
    told.count += count;
    if (sample !== undefined && told.samples.size < SAMPLES_OF_REASON) told.samples.add(sample);
  }

  /** Logs the counts that are not logged yet. */
  tell(): void {
    if (this.unlogged.size === 0) return;
    const counts: Record<string, number> = {};
    const from: Record<string, string[]> = {};
    for (const [reason, { count, samples }] of this.unlogged) {
      counts[reason] = count;
      if (samples.size > 0) from[reason] = [...samples];
    }
    this.unlogged.clear();
    logger.warn({ dropped: counts, from }, 'datagrams dropped');
  }
}
