/**
 * Runs tasks, some at the same time. Of those that wait, one of the lowest rank comes next, and among these the one that has waited
 * longest.
 */
export class Turns {
  activeCount = 0;
  /** By rank. */
  private readonly waiting: (() => void)[][] = [];

  constructor(private readonly atOnce: number) {}

  /** How many wait, of this rank and lower ones. */
  pendingUpTo(rank: number): number {
    return this.waiting.slice(0, rank + 1).reduce((sum, queue) => sum + queue.length, 0);
  }

  get pendingCount(): number {
    return this.pendingUpTo(this.waiting.length);
  }

  async run(rank: number, work: () => Promise<void>): Promise<void> {
    if (this.activeCount < this.atOnce) this.activeCount++;
    else await new Promise<void>((begin) => void this.queueOf(rank).push(begin));
    try {
      await work();
    } finally {
      const next = this.waiting.find((queue) => queue.length > 0)?.shift();
      if (next) next();
      else this.activeCount--;
    }
  }

  private queueOf(rank: number): (() => void)[] {
    while (this.waiting.length <= rank) this.waiting.push([]);
    return this.waiting[rank]!;
  }
}
