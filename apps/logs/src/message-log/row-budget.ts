/** After a pause, the rows of this time may be written at once, s. */
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

  /** How many rows may be written now; none until those that were spent beyond it are made up for. */
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
