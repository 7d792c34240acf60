/** What the endpoint needs of others; in a spec, of something in memory. */

/** What became of a message: Kafka has it, or it never will. */
export type Outcome = 'stored' | 'refused';

/** The device that a message is of. */
export interface Sender {
  readonly deviceName: string;
  /** Unlike its name, it will never be another's. */
  readonly deviceKey: number;
}

/** A message of a device on its way into Kafka. */
export interface Arrival extends Sender {
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

/** The login that a connection is let in with. */
export interface Login {
  readonly deviceKey: number;
  readonly passwordSha256: string;
  /** Of the fact about the device that it is at least as new as. */
  readonly version: number;
}

/** Whether a login is a device's; `unavailable`: nobody can say right now. */
export type Verdict =
  | { readonly outcome: 'accepted'; readonly login: Login }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unavailable' };

export interface Authenticator {
  /** What is known here; undefined where somebody else has to be asked. */
  check(deviceName: string, password: Buffer): Verdict | undefined;
  /** Asks somebody else. */
  ask(deviceName: string, password: Buffer): Promise<Verdict>;
  /** Whether a login that was accepted has ended, as far as is known here. */
  isRevoked(deviceName: string, login: Login): boolean;
}
