import { LONGEST_ASKED_MS } from './back-off.ts';

/** So many failures in a row, and the provider is left alone for a while. */
const FAILURES_IN_A_ROW = 5;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
/** Who waits for the one who tries comes back after this. */
const WAIT_FOR_PROBE_MS = 1_000;

/** Leaves a provider that fails alone for a while, then lets one attempt through to see whether it is well again. */
export class CircuitBreaker {
  private failures = 0;
  private pauseMs = FIRST_PAUSE_MS;
  private openUntil = 0;
  private isProbing = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  get isOpen(): boolean {
    return this.now() < this.openUntil || this.isProbing;
  }

  /** 0: go ahead, and say afterwards how it went. Otherwise, how long to wait before asking again, ms. */
  enter(): number {
    const waitMs = this.openUntil - this.now();
    if (waitMs > 0) return waitMs;
    if (this.failures < FAILURES_IN_A_ROW) return 0;
    if (this.isProbing) return WAIT_FOR_PROBE_MS;
    this.isProbing = true;
    return 0;
  }

  /** The attempt that was let through is over, also where nothing was tried, or its outcome is not known. */
  left(): void {
    this.isProbing = false;
  }

  /** The provider answered, whatever it made of the message. */
  succeeded(): void {
    this.failures = 0;
    this.pauseMs = FIRST_PAUSE_MS;
    this.isProbing = false;
  }

  /** The provider is away, overloaded, or asked for patience. */
  failed(asked = 0): void {
    const askedMs = Math.min(asked, LONGEST_ASKED_MS);
    this.failures++;
    this.isProbing = false;
    if (askedMs > 0) this.openUntil = Math.max(this.openUntil, this.now() + askedMs);
    if (this.failures < FAILURES_IN_A_ROW) return;
    this.openUntil = Math.max(this.openUntil, this.now() + this.pauseMs);
    this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
