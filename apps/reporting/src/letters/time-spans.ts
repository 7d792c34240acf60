/** The total time of spans that may overlap: each moment counts once. */
export class TimeSpans {
  /** The beginnings of spans that don't touch, the latest first, and their ends in the same places. Plain numbers: a report may have a million. */
  private readonly begins: number[] = [];
  private readonly ends: number[] = [];
  private total = 0;

  get totalMs(): number {
    return this.total;
  }

  /** Adds a span, in epoch ms; an empty one adds nothing. Spans may come in any order; the latest first is fastest. */
  add(begin: number, end: number): void {
    if (end <= begin) return;
    // The spans from `after` on are earlier than the new one; those from `first` up to there touch it.
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
