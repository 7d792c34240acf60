import { logger } from '@telemon/platform/logging';

const LINES_A_SECOND = 10;

/** Log lines that anyone on the network can cause: so many a second, the others are counted. */
export class BoundedLog {
  private lines = 0;
  private suppressed = 0;
  private since = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  tell(fields: Record<string, unknown>, message: string): void {
    const now = this.now();
    if (now - this.since >= 1_000) {
      this.since = now;
      this.lines = 0;
    }
    // The last line of a second is kept for the count of those that had none.
    if (this.lines >= LINES_A_SECOND - 1) {
      this.suppressed++;
      return;
    }
    this.lines++;
    logger.info(fields, message);
  }

  /** Called now and then, says how many lines were left out since the last time. */
  tellSuppressed(): void {
    if (this.suppressed === 0) return;
    logger.info({ suppressed: this.suppressed }, 'more of the same');
    this.suppressed = 0;
  }
}
