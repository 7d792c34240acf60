import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { answeringAll, callerGone } from './deadline.ts';

interface QueuedCall<Item, Result> {
  item: Item;
  settle: PromiseWithResolvers<Result>;
  /** Aborts when its caller no longer waits. */
  gone: AbortSignal;
  /** Runs a function in its caller's context. */
  asAsker: ReturnType<typeof AsyncLocalStorage.snapshot>;
}

/** The longest rest after a batch, ms. */
const LONGEST_REST_MS = 100;

interface BatcherOptions {
  /**
   * After a batch, the next one gathers for so many times as long as that batch took, at most 100 ms, unless it is full already. So
   * batches grow with the load; for work where a batch costs more than the calls in it. 0, the default: no batch waits.
   */
  readonly rest?: number;
}

/** Runs calls in batches: while one is under way, and in its rest, the next gathers. A call that comes after both waits for nothing. */
export class CallBatcher<Item, Result> {
  private gathered: QueuedCall<Item, Result>[] = [];
  private isUnderWay = false;

  /** @param work Processes a batch and returns the results in its order. If it fails, the whole batch fails. */
  constructor(
    private readonly work: (items: Item[]) => Promise<Result[]>,
    private readonly most: number,
    private readonly options: BatcherOptions = {},
  ) {}

  /** No batch is under way, and no call waits. */
  get isIdle(): boolean {
    return !this.isUnderWay;
  }

  do(item: Item): Promise<Result> {
    const settle = Promise.withResolvers<Result>();
    this.gathered.push({ item, settle, gone: callerGone(), asAsker: AsyncLocalStorage.snapshot() });
    if (!this.isUnderWay) void this.workOff();
    return settle.promise;
  }

  private async workOff(): Promise<void> {
    this.isUnderWay = true;
    // Lets calls of the same tick join the batch.
    await Promise.resolve();
    while (this.gathered.length > 0) {
      const batch = this.gathered.splice(0, this.most);
      const begunAt = performance.now();
      try {
        // Runs in the context of the last caller, whose deadline is the latest.
        const results = await batch.at(-1)!.asAsker(() =>
          answeringAll(
            batch.map(({ gone }) => gone),
            () => this.work(batch.map(({ item }) => item)),
          ),
        );
        for (const [index, { settle }] of batch.entries()) settle.resolve(results[index]!);
      } catch (error) {
        for (const { settle } of batch) settle.reject(error);
      }
      const restMs = this.restAfter(performance.now() - begunAt);
      if (restMs > 0) await delay(restMs, undefined, { ref: false });
    }
    this.isUnderWay = false;
  }

  /** How long the next batch gathers after one that took `tookMs`. */
  private restAfter(tookMs: number): number {
    const isFull = this.gathered.length >= this.most;
    return isFull ? 0 : Math.min((this.options.rest ?? 0) * tookMs, LONGEST_REST_MS);
  }
}
