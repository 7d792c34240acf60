/** Does what is asked for in lots: while one is under way the next gathers, so that a lone one never waits. */
export class Together<Item, Result> {
  private gathered: { item: Item; settle: PromiseWithResolvers<Result> }[] = [];
  private isUnderWay = false;

  /** @param work Does a lot, and answers for each in its order. Where it fails, it fails for all of them. */
  constructor(
    private readonly work: (items: Item[]) => Promise<Result[]>,
    private readonly most: number,
  ) {}

  do(item: Item): Promise<Result> {
    const settle = Promise.withResolvers<Result>();
    this.gathered.push({ item, settle });
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
        const results = await this.work(lot.map(({ item }) => item));
        for (const [index, { settle }] of lot.entries()) settle.resolve(results[index]!);
      } catch (error) {
        for (const { settle } of lot) settle.reject(error);
      }
    }
    this.isUnderWay = false;
  }
}
