import { type RouteDocument, type RouteReport, firstReport } from './route-document.ts';
import type { LinkState } from './target-link.ts';

/** The state and the counts of a route's forwarding, which are saved now and then. */
export class ForwardingReport {
  private readonly report: RouteReport;
  private isSaved = false;

  /** @param route With the counts so far. */
  constructor(
    route: RouteDocument,
    private readonly now: () => Date = () => new Date(),
  ) {
    const { forwarded, dropped, waiting } = route;
    this.report = { ...firstReport(this.now()), forwarded, dropped, waiting };
  }

  /** Sets the state. If only the reason changes, the state has lasted as long as before. */
  tell({ name, reason }: LinkState): void {
    if (this.report.state === name && this.report.stateReason === reason) return;
    if (this.report.state !== name) this.report.stateSince = this.now();
    this.report.state = name;
    this.report.stateReason = reason;
    this.isSaved = false;
  }

  forward(count: number): void {
    this.report.forwarded += count;
    this.isSaved = false;
  }

  /** The reader has come past datagrams that the queue had dropped. */
  comePast(dropped: number, waiting: number): void {
    this.report.dropped += dropped;
    this.measure(waiting, 0);
  }

  /** @param overflowing How many datagrams the queue has dropped that the reader has not come past. */
  measure(waiting: number, overflowing: number): void {
    if (this.report.waiting === waiting && this.report.overflowing === overflowing) return;
    Object.assign(this.report, { waiting, overflowing });
    this.isSaved = false;
  }

  /** Saves the report, unless nothing changed since the last time. */
  async save(write: (report: RouteReport) => Promise<void>): Promise<void> {
    if (this.isSaved) return;
    this.isSaved = true;
    try {
      await write({ ...this.report });
    } catch (error) {
      this.isSaved = false;
      throw error;
    }
  }
}
