import { AsyncLocalStorage } from 'node:async_hooks';
import { answeringAll, callerGone } from './deadline.ts';

interface Gathered<Item, Result> {
  item: Item;
  settle: PromiseWithResolvers<Result>;
  /** Aborts when its asker waits no more. */
  gone: AbortSignal;
  /** Runs something as if its asker did. */
  asAsker: ReturnType<typeof AsyncLocalStorage.snapshot>;
}

/** Does what is asked for in lots: while one is under way the next gathers, so that a lone one never waits. */
export class Together<Item, Result> {
  private gathered: Gathered<Item, Result>[] = [];
  private isUnderWay = false;

  /** @param work Does a lot, and answers for each in its order. Where it fails, it fails for all of them. */
  constructor(
    private readonly work: (items: Item[]) => Promise<Result[]>,
    private readonly most: number,
  ) {}

  /** Nothing is under way, and nobody waits. */
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
    // What is asked for in the same breath belongs together.
    await Promise.resolve();
    while (this.gathered.length > 0) {
      const lot = this.gathered.splice(0, this.most);
      try {
        // The last to ask waits longest: what is too late for whoever began all this isn't so for them.
        const results = await lot.at(-1)!.asAsker(() =>
          answeringAll(
            lot.map(({ gone }) => gone),
            () => this.work(lot.map(({ item }) => item)),
          ),
        );
        for (const [index, { settle }] of lot.entries()) settle.resolve(results[index]!);
      } catch (error) {
        for (const { settle } of lot) settle.reject(error);
      }
    }
    this.isUnderWay = false;
  }
}
