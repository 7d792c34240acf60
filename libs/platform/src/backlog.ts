import { reasonOf } from './errors.ts';
import type { Lifecycle } from './lifecycle.ts';
import { logger } from './logging.ts';

const AGAIN_AFTER_MS = 2_000;
const AT_ONCE = 500;

interface BacklogOptions<Item> {
  /** Does some of it. What it throws puts all of them back. */
  work: (items: Item[]) => Promise<void>;
  /** Said in the log while it can't be done. */
  waiting: string;
}

/**
 * What is to be done because something changed elsewhere: from the start on, in lots, one after the other, and again where it
 * fails. It stands in memory: whoever adds to it does so anew after a start.
 */
export class Backlog<Item> {
  private readonly items = new Set<Item>();
  private working: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStarted = false;

  constructor(
    lifecycle: Lifecycle,
    private readonly options: BacklogOptions<Item>,
  ) {
    lifecycle.onStart(() => {
      this.isStarted = true;
      this.begin();
    });
    lifecycle.onStop(async () => {
      this.isStarted = false;
      clearTimeout(this.timer);
      await this.working;
    });
  }

  /** An item that is there already isn't added twice. */
  add(item: Item): void {
    this.items.add(item);
    this.begin();
  }

  private begin(): void {
    if (!this.isStarted || this.working || this.items.size === 0) return;
    this.working = this.workOff().then(
      () => {
        this.working = undefined;
        this.begin();
      },
      (error: unknown) => {
        this.working = undefined;
        logger.warn({ reason: reasonOf(error) }, this.options.waiting);
        this.timer = setTimeout(() => this.begin(), AGAIN_AFTER_MS);
      },
    );
  }

  private async workOff(): Promise<void> {
    while (this.items.size > 0) {
      const some = [...this.items].slice(0, AT_ONCE);
      // One that is added while it is worked on is worked on once more.
      for (const item of some) this.items.delete(item);
      try {
        await this.options.work(some);
      } catch (error) {
        for (const item of some) this.items.add(item);
        throw error;
      }
    }
  }
}
