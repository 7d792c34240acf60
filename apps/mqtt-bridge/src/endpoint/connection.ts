import { logger } from '@telemon/platform/logging';
import type { Socket } from 'node:net';
import type { Login } from './collaborators.ts';
import { type FrameLimits, FrameReader } from './frame-reader.ts';
import { FRAMES_BEFORE_SIGN_IN, type Limits } from './limits.ts';
import { type Version, write, writeAcknowledgements } from './packets.ts';
import { ProtocolFault, REASONS, type Reason } from './reasons.ts';
import type { Traffic } from './traffic.ts';

/** Why nothing is read from a connection for a while. */
export const HOLD = {
  /** Somebody is asked about its login. */
  signIn: 1,
  /** It has as much under way as it may. */
  inFlight: 2,
  /** Its device is beyond its rate. */
  rate: 4,
  /** The intake has no room. */
  intake: 8,
  /** We end. */
  stopping: 16,
  /** It doesn't read what we send. */
  drain: 32,
  /** This process stood still: its login may have ended meanwhile. */
  news: 64,
} as const;

/** What is waited for is not the device: its silence is no fault of its own. */
const OURS = HOLD.signIn | HOLD.inFlight | HOLD.rate | HOLD.intake | HOLD.stopping | HOLD.news;

/** A packet may be slow, as long as its bytes come at this rate, bytes/ms. */
const SLOWEST_BYTES_PER_MS = 1;
/** What a peer that was refused may still send before its connection is cut, bytes. */
const MOST_DISCARDED_BYTES = 4 * 1024 * 1024;

/** The device at the other end, once it has signed in. */
export interface SignedInDevice {
  readonly name: string;
  readonly login: Login;
  /** Epoch milliseconds. */
  readonly signedInAt: number;
}

/** Whoever holds all connections. */
export interface Owner {
  readonly limits: Limits;
  readonly traffic: Traffic;
  /** Milliseconds of a clock that doesn't go back. */
  now(): number;
  /** Holds all connections where nothing was done for so long that what is known of logins may be old. */
  noticeStall(now: number): void;
  /** Calls the connection's `flush` once what is done now is done. */
  flushSoon(connection: Connection): void;
  /** It is no longer anybody's; its last bytes may still be on their way. */
  ended(connection: Connection, reason: string): void;
  /** Its socket is gone. */
  closed(connection: Connection): void;
}

/** Who speaks with the peer: first the sign-in, then the device's session. */
export interface Conversation {
  /** Whether the packet at hand may be taken now. Where not, the connection is held. */
  mayTake(frames: FrameReader): boolean;
  /** @throws ProtocolFault */
  take(frames: FrameReader): void;
  /** Whether the peer still has to be answered something that was taken. */
  readonly owesAnswers: boolean;
}

/**
 * One connection: bytes in, packets to whoever speaks with the peer, bytes out. Has no timers of its own; whoever owns
 * it calls `checkTimes`.
 */
export class Connection {
  /** From the CONNECT on. */
  version: Version = 4;
  /** 0: none was agreed on. */
  keepAliveMs = 0;
  /** Largest packet that the peer takes. */
  maximumPacketSize = Infinity;
  frameLimits: FrameLimits = FRAMES_BEFORE_SIGN_IN;
  device: SignedInDevice | null = null;
  conversation!: Conversation;

  private readonly frames = new FrameReader();
  private readonly acknowledgements: number[] = [];
  private holds = 0;
  private isAdvancing = false;
  private readonly openedAt: number;
  private heardAt: number;
  /** Since when the peer owes us the rest of a packet, or to read what we sent; 0: it doesn't. */
  private owesSince = 0;
  private endedAt = 0;
  private discarded = 0;
  private hasHalfClosed = false;

  constructor(
    private readonly socket: Socket,
    private readonly owner: Owner,
  ) {
    this.openedAt = this.heardAt = owner.now();
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('end', () => this.halfClose());
    socket.on('drain', () => this.drained());
    socket.on('close', () => this.close());
    // What follows is 'close'.
    socket.on('error', () => undefined);
  }

  get address(): string {
    return (this.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  }

  get isEnded(): boolean {
    return this.endedAt !== 0;
  }

  /** The peer sends no more, and waits for what it is still owed. */
  get isHalfClosed(): boolean {
    return this.hasHalfClosed && !this.isEnded;
  }

  /** Reads no further until `release`. */
  hold(hold: number): void {
    this.holds |= hold;
    if (!this.isAdvancing && !this.isEnded) this.socket.pause();
  }

  isHeld(hold: number): boolean {
    return (this.holds & hold) !== 0;
  }

  release(hold: number): void {
    if ((this.holds & hold) === 0) return;
    if (hold & OURS) this.heardAt = this.owner.now();
    this.holds &= ~hold;
    if (this.holds === 0 && !this.isAdvancing && !this.isEnded) this.advance();
  }

  send(bytes: Buffer): void {
    if (bytes.length > this.maximumPacketSize || this.isEnded) return;
    if (!this.socket.write(bytes)) this.stalled();
  }

  /** Sends an acknowledgement, together with those that come about at the same time. */
  acknowledge(kind: number, packetId: number, code: number): void {
    if (this.isEnded) return;
    if (this.hasHalfClosed) this.heardAt = this.owner.now();
    if (this.acknowledgements.push(kind, packetId, code) === 3) this.owner.flushSoon(this);
  }

  flush(): void {
    if (this.acknowledgements.length === 0) return;
    const bytes = writeAcknowledgements(this.acknowledgements);
    this.acknowledgements.length = 0;
    if (!this.isEnded && !this.socket.write(bytes)) this.stalled();
  }

  /** Ends it where the peer sends no more and is owed nothing more. */
  endIfDone(): void {
    if (!this.isHalfClosed || this.holds !== 0 || this.conversation.owesAnswers) return;
    this.flush();
    if (this.holds === 0) this.finish('lost');
  }

  /** Ends it for a reason, which a device that speaks MQTT 5 is told. */
  end(reason: Reason): void {
    if (this.isEnded) return;
    this.flush();
    const farewell =
      this.device !== null && this.version === 5
        ? writeWithin(this.maximumPacketSize, reason, (properties) =>
            write({ cmd: 'disconnect', reasonCode: reason.code, properties }, 5),
          )
        : undefined;
    this.finish(reason.name, farewell);
  }

  /** Ends it, with the bytes that tell the peer why. */
  finish(reason: string, farewell?: Buffer): void {
    if (this.isEnded) return;
    this.endedAt = this.owner.now();
    this.owner.ended(this, reason);
    this.frames.clear();
    if (farewell) this.socket.write(farewell);
    this.socket.end();
    // What still comes is read and thrown away for a moment: closing on unread bytes would reset the connection, and
    // the peer would never read why.
    this.socket.resume();
  }

  /** Looks whether the peer takes too long for something. */
  checkTimes(now: number): void {
    const { limits } = this.owner;
    if (this.isEnded) {
      if (now - this.endedAt > limits.lingerMs) this.socket.destroy();
    } else if (this.hasHalfClosed) {
      if (now - this.heardAt > limits.unansweredMs) this.end(REASONS.unanswered);
    } else if (this.isHeld(OURS)) {
      return;
    } else if (this.device === null) {
      if (now - this.openedAt > limits.connectTimeoutMs) this.end(REASONS.tooSlow);
    } else if (this.keepAliveMs > 0 && now - this.heardAt > this.keepAliveMs) {
      this.end(REASONS.keepAliveTimeout);
    } else if (this.owesSince !== 0) {
      const extra = this.isHeld(HOLD.drain) ? 0 : this.frames.held / SLOWEST_BYTES_PER_MS;
      const mayTake = limits.packetTimeoutMs + extra;
      if (now - this.owesSince > mayTake) this.end(REASONS.tooSlow);
    }
  }

  destroy(): void {
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    this.owner.traffic.countBytes(chunk.length);
    if (this.isEnded) {
      this.discarded += chunk.length;
      if (this.discarded > MOST_DISCARDED_BYTES) this.socket.destroy();
      return;
    }
    this.heardAt = this.owner.now();
    this.frames.push(chunk);
    this.owner.noticeStall(this.heardAt);
    if (this.holds === 0) this.advance();
  }

  /** Takes packets until there is none left or something holds them back. */
  private advance(): void {
    const { frames } = this;
    let taken = 0;
    this.isAdvancing = true;
    try {
      while (this.holds === 0 && frames.next(this.frameLimits) && this.conversation.mayTake(frames)) {
        this.conversation.take(frames);
        if (this.isEnded) return;
        frames.consume();
        taken++;
      }
    } catch (error) {
      if (error instanceof ProtocolFault) return this.end(error.reason);
      logger.error({ err: error }, 'unexpected error');
      return this.end(REASONS.malformed);
    } finally {
      this.isAdvancing = false;
    }
    if (frames.held === 0) this.owesSince = 0;
    else if (taken > 0 || this.owesSince === 0) this.owesSince = this.heardAt;
    if (this.holds !== 0) this.socket.pause();
    else if (this.socket.isPaused()) this.socket.resume();
    this.endIfDone();
  }

  /** All that the peer sent has come; some of it may wait to be taken. */
  private halfClose(): void {
    this.hasHalfClosed = true;
    this.heardAt = this.owner.now();
    this.endIfDone();
  }

  private stalled(): void {
    if (this.owesSince === 0) this.owesSince = this.owner.now();
    this.hold(HOLD.drain);
  }

  private drained(): void {
    if (!this.isHeld(HOLD.drain)) return;
    this.owesSince = this.frames.held === 0 ? 0 : this.owner.now();
    this.release(HOLD.drain);
  }

  private close(): void {
    if (!this.isEnded) {
      this.endedAt = this.owner.now();
      this.owner.ended(this, 'lost');
    }
    this.frames.clear();
    this.owner.closed(this);
  }
}

/** A packet that tells a reason in words too, or without them where that is too large for the peer. */
export const writeWithin = (
  maximum: number,
  { text }: Reason,
  make: (properties: { reasonString?: string }) => Buffer,
): Buffer | undefined => [make({ reasonString: text }), make({})].find(({ length }) => length <= maximum);
