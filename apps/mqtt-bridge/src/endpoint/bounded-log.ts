import { logger } from '@telemon/platform/logging';

const LINES_A_SECOND = 10;

/** Throttles log lines that anyone on the network can cause, and counts the suppressed ones. */
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
    // The last line of a second is reserved for the count of suppressed ones.
    if (this.lines >= LINES_A_SECOND - 1) {
      this.suppressed++;
      return;
    }
    this.lines++;
    logger.info(fields, message);
  }

  /** Logs how many lines were suppressed since the last call. */
  tellSuppressed(): void {
    if (this.suppressed === 0) return;
    logger.info({ suppressed: this.suppressed }, 'log lines suppressed');
    this.suppressed = 0;
  }
}
