import { HOUR_MS } from '@telemon/contracts/durations';

/** Upper bound of the delay that a provider asks for, ms. */
export const LONGEST_ASKED_MS = HOUR_MS;
/** Failures in a row that open the breaker. */
const FAILURES_IN_A_ROW = 5;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
/** Delay of a caller that arrives during a probe. */
const WAIT_FOR_PROBE_MS = 1_000;

/** Stops calls to a failing provider for a while, then lets one attempt through as a probe. */
export class CircuitBreaker {
  private failures = 0;
  private pauseMs = FIRST_PAUSE_MS;
  private openUntil = 0;
  private isProbing = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  get isOpen(): boolean {
    return this.now() < this.openUntil || this.isProbing;
  }

  /** 0: the caller may send, and reports the outcome afterwards. Otherwise the delay before it asks again, ms. */
  enter(): number {
    const waitMs = this.openUntil - this.now();
    if (waitMs > 0) return waitMs;
    if (this.failures < FAILURES_IN_A_ROW) return 0;
    if (this.isProbing) return WAIT_FOR_PROBE_MS;
    this.isProbing = true;
    return 0;
  }

  /** Ends a probe, even if nothing was sent or its outcome is unknown. */
  left(): void {
    this.isProbing = false;
  }

  /** The provider answered, even if it refused the message. */
  succeeded(): void {
    this.failures = 0;
    this.pauseMs = FIRST_PAUSE_MS;
    this.isProbing = false;
  }

  /** The provider is unreachable or overloaded, or `asked` for a delay, ms. */
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
