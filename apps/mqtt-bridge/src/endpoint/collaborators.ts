/** What the endpoint needs of others; in a spec, of something in memory. */

/** What became of a message: Kafka has it, or it never will. */
export type Outcome = 'stored' | 'refused';

/** A message of a device on its way into Kafka. */
export interface Arrival {
  readonly deviceName: string;
  readonly payload: Buffer;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** Called once; while Kafka is away, not before it is back. */
  settle(outcome: Outcome): void;
}

/** Takes messages in the order of their arrival and settles those of one device in the same order. */
export interface Intake {
  /** False where it holds as much as it may; what comes all the same is taken. */
  readonly hasRoom: boolean;
  accept(arrival: Arrival): void;
  /** Calls `listener` whenever there is room again after there was none. */
  onRoom(listener: () => void): void;
}

/**
 * Whether a login is a device's. With `accepted` comes the password's fingerprint, so that the connection can be told
 * from one with a later password; `unavailable`: nobody can say right now.
 */
export type Verdict =
  | { readonly outcome: 'accepted'; readonly passwordSha256: string }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unavailable' };

export interface Authenticator {
  /** What is known here; undefined where somebody else has to be asked. */
  check(deviceName: string, password: Buffer): Verdict | undefined;
  /** Asks somebody else. */
  ask(deviceName: string, password: Buffer): Promise<Verdict>;
}
