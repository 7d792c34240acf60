/** Its time in the queue; NaN while it is not in one. */
interface Due {
  dueAt: number;
}

/** With fewer places of items that were added again, a queue is not tidied. */
const FEWEST_OUTDATED = 1_000;

/** Items by the time at which they are due: a binary heap. An item that is added again is due at the new time only. */
export class DueQueue<Item extends Due> {
  private heap: { item: Item; dueAt: number }[] = [];
  /** How many places of the heap are of items that were added again since. */
  private outdated = 0;

  /** How many places it has in memory. */
  get length(): number {
    return this.heap.length;
  }

  add(item: Item, dueAt: number): void {
    if (item.dueAt === dueAt) return;
    if (!Number.isNaN(item.dueAt)) this.outdated++;
    item.dueAt = dueAt;
    this.heap.push({ item, dueAt });
    this.rise(this.heap.length - 1);
    if (this.outdated > FEWEST_OUTDATED && this.outdated > this.heap.length / 2) this.tidy();
  }

  /** Takes out the items that are due up to a time, the earliest first. */
  *takeDue(upTo: number): Generator<Item> {
    for (let first = this.heap[0]; first !== undefined && first.dueAt <= upTo; first = this.heap[0]) {
      this.removeFirst();
      const { item, dueAt } = first;
      // Otherwise, the item was added again for another time.
      if (item.dueAt !== dueAt) {
        this.outdated--;
        continue;
      }
      item.dueAt = Number.NaN;
      yield item;
    }
  }

  /** Removes the outdated places: an item that is added again and again for later times would take ever more memory. */
  private tidy(): void {
    this.heap = this.heap.filter(({ item, dueAt }) => item.dueAt === dueAt);
    this.outdated = 0;
    for (let at = this.heap.length >> 1; at-- > 0;) this.sink(at);
  }

  private removeFirst(): void {
    const last = this.heap.pop()!;
    if (this.heap.length === 0) return;
    this.heap[0] = last;
    this.sink(0);
  }

  private rise(from: number): void {
    for (let at = from; at > 0;) {
      const above = (at - 1) >> 1;
      if (this.dueAt(above) <= this.dueAt(at)) return;
      this.swap(at, above);
      at = above;
    }
  }

  private sink(from: number): void {
    for (let at = from; ;) {
      const left = 2 * at + 1;
      const below = this.dueAt(left + 1) < this.dueAt(left) ? left + 1 : left;
      if (this.dueAt(at) <= this.dueAt(below)) return;
      this.swap(at, below);
      at = below;
    }
  }

  private dueAt(at: number): number {
    return this.heap[at]?.dueAt ?? Number.POSITIVE_INFINITY;
  }

  private swap(one: number, other: number): void {
    [this.heap[one], this.heap[other]] = [this.heap[other]!, this.heap[one]!];
  }
}
