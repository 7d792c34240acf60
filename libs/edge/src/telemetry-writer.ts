import type { WriteOutcome } from './batcher.ts';

/** The device that sent a message. */
export interface Sender {
  readonly deviceName: string;
  /** Unlike the name, it will never be another device's. */
  readonly deviceKey: number;
  /** The login that it uses, as `loginIdOf` names it; missing over UDP and from an outside broker. */
  readonly login?: string;
  /** The bridge itself sends a test reading in place of the device. */
  readonly isTest?: boolean;
}

/** A device's message on its way into `telemetry.raw` or `telemetry.images`. */
export interface TelemetryMessage extends Sender {
  readonly payload: Buffer;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** The topic at the outside broker that it was read from. */
  readonly topic?: string;
  /** The size of an image that is too large, bytes; the payload is its beginning. */
  readonly tooLarge?: number;
  /** Called once; while Kafka is away, not before it is back. */
  settle(outcome: WriteOutcome): void;
}

/** Writes messages in the order in which they came, and settles the messages of one device in the same order. */
export interface TelemetryWriter {
  /** False while its buffer is full; a message that is written all the same is kept, too. */
  readonly hasRoom: boolean;
  write(message: TelemetryMessage): void;
  /** Calls `listener` whenever a full buffer has room again. */
  onRoom(listener: () => void): void;
}
