/** The place of a task among waiting ones. */
export interface Turn {
  /** Tasks of a lower rank come first. */
  readonly rank: number;
  /** The name of the share to which the task belongs, such as a manager's id. */
  readonly share: string;
}

interface Share {
  running: number;
  /** The place of its last begin among all; 0: none yet. */
  lastBegin: number;
  /** The waiting tasks, by rank. */
  readonly waiting: (() => void)[][];
}

/**
 * Whether a share that has `own` may take one more where `free` are left: it has twice as many as it leaves free, so that others find
 * some. One share by itself gets two thirds, n shares 2 / (2n + 1) each.
 */
export const mayTake = (own: number, free: number): boolean => own < 2 * free;

/**
 * Runs tasks, some at the same time, and leaves slots free for the shares that come. Of the tasks that wait, one of the lowest rank comes
 * next; among these, one of the share with the fewest running, then of the one that has begun none for longest.
 */
export class Turns {
  activeCount = 0;
  private begun = 0;
  /** The shares that have tasks. */
  private readonly shares = new Map<string, Share>();

  constructor(private readonly atOnce: number) {}

  /** How many wait, of this rank and lower ones; of all shares or of one. */
  pendingUpTo(rank: number, name?: string): number {
    const shares = name === undefined ? this.shares.values() : [this.shares.get(name)];
    let sum = 0;
    for (const share of shares)
      for (const queue of share?.waiting.slice(0, rank + 1) ?? []) sum += queue.length;
    return sum;
  }

  /** The first of the waiting tasks of each share. */
  get waitingShares(): Turn[] {
    return [...this.shares].flatMap(([share, tasks]) => {
      const rank = firstRankOf(tasks);
      return rank < 0 ? [] : [{ share, rank }];
    });
  }

  async run<Result>({ rank, share: name }: Turn, work: () => Promise<Result>): Promise<Result> {
    const share = this.shareOf(name);
    await new Promise<void>((begin) => {
      queueOf(share, rank).push(begin);
      this.beginNext();
    });
    try {
      return await work();
    } finally {
      this.activeCount--;
      share.running--;
      if (share.running === 0 && firstRankOf(share) < 0) this.shares.delete(name);
      this.beginNext();
    }
  }

  private beginNext(): void {
    for (let share = this.next(); share; share = this.next()) {
      this.activeCount++;
      share.lastBegin = ++this.begun;
      share.running++;
      share.waiting[firstRankOf(share)]!.shift()!();
    }
  }

  /** The share whose task begins next; undefined if none may. */
  private next(): Share | undefined {
    const free = this.atOnce - this.activeCount;
    if (free === 0) return undefined;
    let best: Share | undefined;
    for (const share of this.shares.values()) {
      if (firstRankOf(share) < 0 || !mayTake(share.running, free)) continue;
      if (!best || byTurn(share, best) < 0) best = share;
    }
    return best;
  }

  private shareOf(name: string): Share {
    let share = this.shares.get(name);
    if (!share) {
      share = { running: 0, lastBegin: 0, waiting: [] };
      this.shares.set(name, share);
    }
    return share;
  }
}

/** The lowest rank of which tasks wait; -1: none waits. */
const firstRankOf = ({ waiting }: Share): number => waiting.findIndex((queue) => queue.length > 0);

const byTurn = (one: Share, other: Share): number =>
  firstRankOf(one) - firstRankOf(other) || one.running - other.running || one.lastBegin - other.lastBegin;

const queueOf = ({ waiting }: Share, rank: number): (() => void)[] => {
  while (waiting.length <= rank) waiting.push([]);
  return waiting[rank]!;
};
