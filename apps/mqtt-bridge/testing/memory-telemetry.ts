import type { WriteOutcome } from '@telemon/edge/batcher';
import type { TelemetryMessage, TelemetryWriter } from '@telemon/edge/telemetry-writer';

/** Keeps messages in memory, instead of Kafka. */
export class MemoryTelemetry implements TelemetryWriter {
  readonly messages: TelemetryMessage[] = [];
  /** False: the spec settles messages. */
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

  write(message: TelemetryMessage): void {
    this.messages.push(message);
    if (this.settlesAtOnce) setImmediate(() => message.settle('stored'));
  }

  onRoom(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Settles messages in the given order; by default all. */
  settle(messages: readonly TelemetryMessage[] = this.messages, outcome: WriteOutcome = 'stored'): void {
    for (const message of messages) message.settle(outcome);
  }

  get payloads(): string[] {
    return this.messages.map(({ payload }) => payload.toString());
  }
}
