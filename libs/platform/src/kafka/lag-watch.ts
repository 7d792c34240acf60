import type { PartitionOffsets } from './partition-offsets.ts';
import { SignsOfLife } from './signs-of-life.ts';

/** Shortest interval between two questions for the offsets, ms. */
const ASK_EVERY_MS = 5_000;
/** An answer that takes longer comes from a Kafka that was away: the consumer gets as long as ever to get its messages, ms. */
const ANSWERED_SOON_MS = 2_000;

/** A partition in which messages wait for the consumer. */
interface Lag {
  readonly partition: number;
  /** The offset that the consumer reads next. */
  readonly position: bigint;
  /** The offset after the newest message. */
  readonly newest: bigint;
}

interface Watched {
  /** Kafka keeps only the newest message of each key, so that there may be none from the position on. */
  isCompacted: boolean;
  fromBeginning: boolean;
  /** Asks Kafka for the offsets of all partitions. */
  ask: () => Promise<Map<number, PartitionOffsets>>;
  now?: () => number;
}

/**
 * Watches whether a consumer gets the messages that wait for it. Fetches and heartbeats don't show that: they go on in a client
 * that gets nothing. Kafka is asked only while no batch comes, and only a consumer that has its partitions is watched.
 */
export class LagWatch {
  /** The signs of life are the consumer's progress, and every reason why there is none. */
  private readonly progress: SignsOfLife;
  private assigned: readonly number[] = [];
  /** Per partition, the offset that the consumer reads next, once it is known. */
  private readonly positions = new Map<number, bigint>();
  /** Per partition of a compacted topic: below this offset, compaction may have left nothing to read. */
  private readonly compacted = new Map<number, bigint>();
  private deliveries = 0;
  /** How often there was progress, or a reason for none. */
  private changes = 0;
  private isAsking = false;
  private askedAt = Number.NEGATIVE_INFINITY;
  private lag: Lag | null = null;
  private readonly now: () => number;

  constructor(private readonly watched: Watched) {
    this.now = watched.now ?? (() => performance.now());
    this.progress = new SignsOfLife(this.now);
  }

  /** The consumer has joined its group. It goes on from the committed offsets. */
  assign(partitions: readonly number[]): void {
    this.release();
    this.assigned = partitions;
  }

  /** The consumer gets nothing until it joins its group again. */
  release(): void {
    this.assigned = [];
    this.positions.clear();
    this.compacted.clear();
    this.excuse();
  }

  /** Runs the work on a batch that the client has delivered. It may take as long as it likes. */
  async delivering(work: () => Promise<void>): Promise<void> {
    this.deliveries++;
    this.excuse();
    try {
      await work();
    } finally {
      this.deliveries--;
    }
  }

  /** The consumer is done with a partition up to `lastOffset`, when the newest message was before `newest`. */
  reached(partition: number, lastOffset: string, newest: string): void {
    this.positions.set(partition, BigInt(lastOffset) + 1n);
    if (this.watched.isCompacted) this.compacted.set(partition, BigInt(newest));
    this.excuse();
  }

  /** Must be called every TICK_MS. */
  async look(): Promise<void> {
    this.progress.tick();
    if (this.deliveries > 0 || this.assigned.length === 0) return this.excuse();
    if (!this.progress.isQuiet || this.isAsking || this.now() < this.askedAt + ASK_EVERY_MS) return;
    this.isAsking = true;
    this.askedAt = this.now();
    const { changes } = this;
    const offsets = await this.watched.ask().catch(() => null);
    this.isAsking = false;
    if (this.changes !== changes) return;
    const isSoon = this.now() - this.askedAt <= ANSWERED_SOON_MS;
    this.lag = offsets && isSoon ? this.find(offsets) : null;
    // If Kafka doesn't answer, that explains why nothing comes.
    if (this.lag === null) this.excuse();
  }

  get isAlive(): boolean {
    return this.lag === null || this.progress.isAlive;
  }

  /** The messages for which the consumer has to end: it got none of them for too long. */
  get endsFor(): Lag | null {
    return this.isAsking || !this.progress.isOver ? null : this.lag;
  }

  private excuse(): void {
    this.progress.excuse();
    this.changes++;
    this.lag = null;
  }

  private find(offsets: Map<number, PartitionOffsets>): Lag | null {
    for (const partition of this.assigned) {
      const known = offsets.get(partition);
      if (!known) continue;
      const position = this.positionIn(partition, known);
      const { oldest, newest } = known;
      const isWaiting = [position, oldest, this.compacted.get(partition) ?? 0n].every(
        (each) => each < newest,
      );
      if (isWaiting) return { partition, position, newest };
    }
    return null;
  }

  /** If no message was read since the consumer got the partition, it begins where its group has committed. */
  private positionIn(partition: number, { oldest, newest, committed }: PartitionOffsets): bigint {
    const known = this.positions.get(partition);
    if (known !== undefined) return known;
    const position = committed ?? (this.watched.fromBeginning ? oldest : newest);
    this.positions.set(partition, position);
    if (this.watched.isCompacted) this.compacted.set(partition, newest);
    return position;
  }
}
