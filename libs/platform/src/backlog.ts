import { forNobody } from './deadline.ts';
import { reasonOf } from './errors.ts';
import type { Lifecycle } from './lifecycle.ts';
import { logger } from './logging.ts';

const AGAIN_AFTER_MS = 2_000;
const MOST_AT_ONCE = 500;

interface BacklogOptions<Item> {
  /** Processes some items. If it throws, all of them are put back. */
  work: (items: Item[]) => Promise<void>;
  /** The log message when the work fails. */
  waiting: string;
}

/**
 * A queue in memory. From the start of the service on, it processes its items in batches, one after the other, with retries: after
 * a failure in batches of half the size, because a slow server may have no time for so many at once. After a restart, the code
 * that adds items must add them again.
 */
export class Backlog<Item> {
  private readonly items = new Set<Item>();
  private working: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStarted = false;
  private atOnce = MOST_AT_ONCE;

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

  /** Adds an item, unless it is in the queue already. */
  add(item: Item): void {
    this.items.add(item);
    this.begin();
  }

  private begin(): void {
    if (!this.isStarted || this.working || this.items.size === 0) return;
    // The call that added an item may be over long before the item is processed.
    this.working = forNobody(() => this.workOff()).then(
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
      const some = [...this.items].slice(0, this.atOnce);
      // Deleted first: an item added meanwhile is processed once more.
      for (const item of some) this.items.delete(item);
      try {
        await this.options.work(some);
        this.atOnce = Math.min(MOST_AT_ONCE, this.atOnce * 2);
      } catch (error) {
        for (const item of some) this.items.add(item);
        this.atOnce = Math.ceil(Math.min(this.atOnce, some.length) / 2);
        throw error;
      }
    }
  }
}
