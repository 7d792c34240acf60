import type { Arrival, Intake, Outcome } from '../src/endpoint/collaborators.ts';

/** Where messages go in a spec instead of Kafka. */
export class MemoryIntake implements Intake {
  readonly arrivals: Arrival[] = [];
  /** False: messages are settled when the spec says so. */
  settlesAtOnce = true;
  private readonly listeners: (() => void)[] = [];
  private isFull = false;

  get hasRoom(): boolean {
    return !this.isFull;
  }

  set hasRoom(hasRoom: boolean) {
    this.isFull = !hasRoom;
    if (hasRoom) for (const listener of this.listeners) listener();
  }

  accept(arrival: Arrival): void {
    this.arrivals.push(arrival);
    if (this.settlesAtOnce) setImmediate(() => arrival.settle('stored'));
  }

  onRoom(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Settles what has come so far, in any order that the spec wants to see. */
  settle(arrivals: readonly Arrival[] = this.arrivals, outcome: Outcome = 'stored'): void {
    for (const arrival of arrivals) arrival.settle(outcome);
  }

  get payloads(): string[] {
    return this.arrivals.map(({ payload }) => payload.toString());
  }
}
