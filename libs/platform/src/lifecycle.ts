import { Injectable } from '@nestjs/common';

type Step = () => Promise<void> | void;

/**
 * The steps of a service once its servers answer, and before it ends. They start in the order in which they were added and stop
 * in reverse order.
 */
@Injectable()
export class Lifecycle {
  private readonly starts: Step[] = [];
  private readonly stops: Step[] = [];
  /** True once everything has started, false again while stopping. */
  running = false;

  onStart(step: Step): void {
    this.starts.push(step);
  }

  onStop(step: Step): void {
    this.stops.unshift(step);
  }

  async start(): Promise<void> {
    for (const step of this.starts) await step();
    this.running = true;
  }

  async stop(): Promise<void> {
    this.running = false;
    for (const step of this.stops) await step();
  }
}
