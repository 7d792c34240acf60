/** The time in spans that may overlap, each moment of it counted once. */
export class TimeSpans {
  /** Apart from each other, the latest first; ends have the places of their begins. Only numbers, because a report may have a million. */
  private readonly begins: number[] = [];
  private readonly ends: number[] = [];
  private total = 0;

  get totalMs(): number {
    return this.total;
  }

  /** Takes spans in any order, and those that come with the latest first the fastest. Epoch ms; an empty one adds nothing. */
  add(begin: number, end: number): void {
    if (end <= begin) return;
    // Behind the place `after`, all are earlier; from `first` on, they touch the new one.
    let after = this.begins.length;
    while (after > 0 && this.ends[after - 1]! < begin) after--;
    let first = after;
    while (first > 0 && this.begins[first - 1]! <= end) first--;
    const touched = after - first;
    const from = touched === 0 ? begin : Math.min(begin, this.begins[after - 1]!);
    const to = touched === 0 ? end : Math.max(end, this.ends[first]!);
    for (let place = first; place < after; place++) this.total -= this.ends[place]! - this.begins[place]!;
    this.total += to - from;
    this.begins.splice(first, touched, from);
    this.ends.splice(first, touched, to);
  }
}
