/** A request to the sink process. */
export interface SinkRequest {
  /** Whether the messages that have come are counted only, or returned and forgotten. */
  readonly kind: 'open' | 'count' | 'take';
}

/** The ports that the sink listens on. */
export interface SinkPorts {
  readonly sms: number;
  readonly mqtt: number;
}

export type SinkChannel = keyof SinkPorts;

/** A message that has arrived. */
export interface SunkMessage {
  readonly channel: SinkChannel;
  /** The message's first line. */
  readonly text: string;
  /** Epoch milliseconds with their fraction. */
  readonly at: number;
}

/** The answer: the ports, the number of messages that wait to be taken, or the messages. */
export interface SinkDone {
  readonly ports?: SinkPorts;
  readonly count?: number;
  readonly messages?: readonly SunkMessage[];
}
