import type { Latest } from '../latest/latest.ts';
import type { RegisteredDevice } from '../devices/device-registry.ts';
import type { SentReading } from './sent-reading.ts';
import type { ReadingValues } from './treatment/treat.ts';

/** A reading on its way through a batch. */
export class Arrival {
  /** The state of its device. */
  latest!: Latest;
  /** What it sent, treated; `sent` itself is what tells it from other readings. */
  values!: ReadingValues;
  /** Its effective time: the device's where that can be believed, else that of its first arrival. */
  timestamp = 0;
  clockReplaced = false;
  id!: Buffer;
  /** Whether the latest values hold it already: its message was delivered before. */
  isFolded = false;

  constructor(
    readonly device: RegisteredDevice,
    readonly sent: SentReading,
    readonly receivedAt: number,
    readonly offset: number,
    /** Given at the edge to the message, and the reading's place in it. */
    readonly arrivalId: string,
    readonly index: number,
  ) {}
}
