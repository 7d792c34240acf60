import { Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { FactCopies, type FactCopy } from '@telemon/platform/facts/fact-copies';
import { reasonOf } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Mongo } from '@telemon/platform/mongo';
import { untilAnswered } from '@telemon/platform/until-answered';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { COUNTERS_WINDOW, CountersRepository, type DeviceSigningKey } from './counters.repository.ts';

/** Datagrams that may wait for the database: as many as a busy fleet sends while it restarts. */
const MOST_WAITING = 10_000;
/** Writes under way: half of the pool. */
const AT_ONCE = 10;
/** Keys whose counters are in memory; the oldest one is evicted first. */
const MOST_KNOWN = 20_000;
const SWEEP_EVERY_MS = 6 * HOUR_MS;
/** How long the counters of a key that no device has are kept, ms: the fact about the key may still come. */
const KEPT_MS = DAY_MS;

/** `new`: the counter is stored now. `used`: it was stored before. `failed`: it could not be stored. */
export type CounterOutcome = 'new' | 'used' | 'failed';

/** A datagram whose counter is not stored yet. */
interface Waiting {
  readonly counter: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  settle(outcome: CounterOutcome): void;
}

/**
 * Takes each counter of a key once, on whichever replica it arrives, and over restarts: a counter is stored in the database before its
 * datagram is accepted. The counters of one key are settled in the order of their arrival, many in one write. While the database is away,
 * they wait.
 */
@Injectable()
export class Counters {
  private readonly devices: FactCopy<'device'>;
  /** The counters that are stored for sure, by key; other replicas may have stored more. */
  private readonly known = new Map<string, readonly number[]>();
  /** Counters that wait for the write of their key, by key. */
  private readonly gathered = new Map<string, Waiting[]>();
  private readonly waiting = new Set<Waiting>();
  /** Keys with counters to write, in the order of their turns. */
  private readonly turns: DeviceSigningKey[] = [];
  private underWay = 0;
  private readonly writer = randomBytes(9).toString('base64url');
  private written = 0;
  private sweeping: NodeJS.Timeout | undefined;

  constructor(
    private readonly repository: CountersRepository,
    private readonly mongo: Mongo,
    copies: FactCopies,
    lifecycle: Lifecycle,
  ) {
    this.devices = copies.of('device');
    lifecycle.onStart(() => {
      this.sweeping = setInterval(() => void this.sweep(), SWEEP_EVERY_MS);
    });
    lifecycle.onStop(() => clearInterval(this.sweeping));
  }

  /** False while as many datagrams wait as may wait. */
  get hasRoom(): boolean {
    return this.waiting.size < MOST_WAITING;
  }

  /** When the first datagram that waits arrived, epoch milliseconds. */
  get waitingSince(): number | undefined {
    return this.waiting.values().next().value?.receivedAt;
  }

  /** Whether a counter was used, as far as this process knows. */
  isUsed(keyId: string, counter: number): boolean {
    const seen = this.known.get(keyId);
    return seen !== undefined && (seen.includes(counter) || counter <= Math.max(...seen) - COUNTERS_WINDOW);
  }

  /** Stores a counter, then calls its `settle`. */
  use(key: DeviceSigningKey, waiting: Waiting): void {
    this.waiting.add(waiting);
    const gathered = this.gathered.get(key.keyId);
    if (gathered) gathered.push(waiting);
    else {
      this.gathered.set(key.keyId, [waiting]);
      this.turns.push(key);
      this.begin();
    }
  }

  /** Waits until no datagram waits any more, but no longer than `withinMs`. @returns how many still wait */
  async flush(withinMs: number): Promise<number> {
    const until = performance.now() + withinMs;
    while (this.waiting.size > 0 && performance.now() < until) await delay(10);
    return this.waiting.size;
  }

  private begin(): void {
    while (this.underWay < AT_ONCE && this.turns.length > 0) {
      this.underWay++;
      void this.write(this.turns.shift()!);
    }
  }

  private async write(key: DeviceSigningKey): Promise<void> {
    const batch = this.gathered.get(key.keyId)!;
    this.gathered.set(key.keyId, []);
    const fresh = await this.store(key, batch);
    for (const each of batch) {
      this.waiting.delete(each);
      // If two datagrams have the same counter, only the first one is new.
      each.settle(fresh === null ? 'failed' : fresh.delete(each.counter) ? 'new' : 'used');
    }
    if (this.gathered.get(key.keyId)!.length === 0) this.gathered.delete(key.keyId);
    else this.turns.push(key);
    this.underWay--;
    this.begin();
  }

  /** @returns The counters that were not used before; null if the database refuses to store them. */
  private async store(key: DeviceSigningKey, batch: readonly Waiting[]): Promise<Set<number> | null> {
    const counters = [...new Set(batch.map(({ counter }) => counter))];
    const by = `${this.writer}-${this.written++}`;
    try {
      const { seen, added } = await untilAnswered(() => this.repository.add(key, counters, by));
      this.remember(key.keyId, seen);
      return new Set(added);
    } catch (error) {
      logger.error({ deviceName: key.deviceName, reason: reasonOf(error) }, 'counters not stored');
      return null;
    }
  }

  private remember(keyId: string, seen: readonly number[]): void {
    this.known.delete(keyId);
    if (this.known.size >= MOST_KNOWN) this.known.delete(this.known.keys().next().value!);
    this.known.set(keyId, seen);
  }

  /** Removes the counters of keys that no device has any more. */
  async sweep(): Promise<void> {
    try {
      const before = await this.mongo.noLaterThan(Date.now() - KEPT_MS);
      const old = await this.repository.writtenBefore(new Date(before));
      const isHeld = ({ keyId, deviceName }: DeviceSigningKey) =>
        this.devices.get(deviceName)?.udp?.keyId === keyId;
      const gone = old.filter((key) => !isHeld(key)).map(({ keyId }) => keyId);
      if (gone.length > 0) await this.repository.remove(gone);
    } catch (error) {
      logger.warn({ reason: reasonOf(error) }, 'counters of former keys not removed');
    }
  }
}
