import type { Source, SteadyTime } from '@telemon/contracts/readings';
import type { Latest } from '../latest/latest.ts';
import type { RegisteredDevice } from '../devices/device-registry.ts';
import type { SentReading } from './sent-reading.ts';
import type { ReadingValues } from './treatment/treat.ts';

/** A reading on its way through a batch. */
export class Arrival {
  /** The state of its device. */
  latest!: Latest;
  /** The treated values; its id comes from the untreated `sent`. */
  values!: ReadingValues;
  /** Its effective time: the device's if that is plausible, else that of its first arrival. */
  timestamp = 0;
  clockReplaced = false;
  id!: Buffer;
  /** Whether it is a test reading, which the bridge sent in place of the device. */
  isTest = false;
  /** The kind of endpoint that it came over. */
  source: Source = 'mqtt';
  /** Its arrival by a clock that nobody can set; null where the edge didn't say. */
  steadyAt: SteadyTime | null = null;
  /** Whether the latest values include it already, because its message was delivered before. */
  wasFolded = false;

  constructor(
    readonly device: RegisteredDevice,
    readonly sent: SentReading,
    readonly receivedAt: number,
    readonly offset: number,
    /** The message's id from the edge, and the reading's index in the message. */
    readonly arrivalId: string,
    readonly index: number,
  ) {}
}
