import type { DeadLetter } from '@telemon/contracts/readings';
import { logger } from '@telemon/platform/logging';

/** The log has at most this many lines about single payloads … */
const LINES = 5;
/** … per this time, ms. */
const PERIOD_MS = 1_000;
/** How many reasons the line of a batch counts separately. */
const REASONS_NAMED = 20;

/** Logs rejected payloads with their reasons, never their content. */
export class RejectionLines {
  private periodStart = Number.NEGATIVE_INFINITY;
  private lines = 0;

  constructor(private readonly now: () => number) {}

  /** Logs one line for the batch, and one for each payload as far as the rate allows. */
  tell(deadLetters: DeadLetter[]): void {
    if (deadLetters.length === 0) return;
    const counts = new Map<string, number>();
    for (const { reason } of deadLetters) {
      const named = counts.has(reason) || counts.size < REASONS_NAMED ? reason : 'other';
      counts.set(named, (counts.get(named) ?? 0) + 1);
    }
    logger.info({ rejected: deadLetters.length, reasons: Object.fromEntries(counts) }, 'payloads rejected');
    for (const { deviceName, source, reason, arrivalId, payloadBytes } of deadLetters) {
      if (!this.isAllowed()) return;
      logger.warn({ deviceName, source, reason, arrivalId, payloadBytes }, 'payload rejected');
    }
  }

  private isAllowed(): boolean {
    const now = this.now();
    if (now - this.periodStart >= PERIOD_MS) {
      this.periodStart = now;
      this.lines = 0;
    }
    return this.lines++ < LINES;
  }
}
