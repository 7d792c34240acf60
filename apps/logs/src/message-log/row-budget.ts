/** After a pause, as many rows may be written at once as in this time, s. */
const SAVED_S = 2;

/** Limits how many rows a second a log gets. Times are milliseconds of a clock that doesn't go back. */
export class RowBudget {
  private left: number;
  private filledAt: number;

  constructor(
    private readonly perSecond: number,
    now: number,
  ) {
    this.left = perSecond * SAVED_S;
    this.filledAt = now;
  }

  /** How many rows may be written now. Rows that were written beyond the limit are made up for first. */
  available(now: number): number {
    const gained = ((now - this.filledAt) / 1_000) * this.perSecond;
    this.left = Math.min(this.perSecond * SAVED_S, this.left + gained);
    this.filledAt = now;
    return Math.max(0, Math.floor(this.left));
  }

  spend(rows: number): void {
    this.left -= rows;
  }
}
