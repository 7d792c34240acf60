import type { AcceptedLogin } from './authenticator.ts';
import type { FrameReader } from './frame-reader.ts';
import type { Reason } from './reasons.ts';

/** The device at the other end, once it has signed in. */
export interface SignedInDevice {
  readonly name: string;
  readonly login: AcceptedLogin;
  /** Epoch milliseconds. */
  readonly signedInAt: number;
}

/** The handler of a connection's packets: first the sign-in, then the device's session. */
export interface Conversation {
  /** Whether the current packet may be taken now. If not, the connection is held. */
  mayTake(frames: FrameReader): boolean;
  /** @throws ProtocolFault */
  take(frames: FrameReader): void;
  /** A part of the current packet has arrived. @throws ProtocolFault if the rest is not wanted. */
  expect(frames: FrameReader): void;
  /** The current packet, of which a part may have arrived, ends the connection. */
  refused(frames: FrameReader, reason: Reason): void;
  /** Whether packets that were taken still need an answer. */
  readonly owesAnswers: boolean;
  /** Sends the packets that waited for room. */
  sendMore?(): void;
}
