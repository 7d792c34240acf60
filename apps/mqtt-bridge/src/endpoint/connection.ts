import { logger } from '@telemon/platform/logging';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type ClientCertificate, clientCertificateOf } from './client-certificate.ts';
import type { Conversation, SignedInDevice } from './conversation.ts';
import { type FrameLimits, FrameReader } from './frame-reader.ts';
import { HOLD, OURS } from './holds.ts';
import { type ConnectionLimits, FRAMES_BEFORE_SIGN_IN } from './limits.ts';
import { type Version, write, writeAcknowledgements, writeRefusal, writeWithin } from './packets.ts';
import { ProtocolFault, REASONS, type Reason } from './reasons.ts';
import type { Traffic } from './traffic.ts';

/** The slowest rate at which a packet may arrive, bytes/ms. */
const SLOWEST_BYTES_PER_MS = 1;
/** A refused peer may still send this much before its connection is destroyed, bytes. */
const MOST_DISCARDED_BYTES = 4 * 1024 * 1024;

/** The holder of all connections. */
export interface Owner {
  readonly limits: ConnectionLimits;
  readonly traffic: Traffic;
  /** Milliseconds of a clock that doesn't go back. */
  now(): number;
  /** Holds all connections if this process stalled for so long that its copy of logins may be old. */
  noticeStall(now: number): void;
  /** Calls the connection's `flush` in a microtask. */
  flushSoon(connection: Connection): void;
  /** The connection has ended; its last bytes may still be on their way. */
  ended(connection: Connection, reason: string): void;
  /** The connection's socket is closed. */
  closed(connection: Connection): void;
}

/**
 * One connection: bytes in, packets to its conversation, bytes out. It has no timers; its owner calls `checkTimes`.
 */
export class Connection {
  /** Set by the CONNECT. */
  version: Version = 4;
  /** 0: no keep-alive. */
  keepAliveMs = 0;
  /** Largest packet that the peer takes, bytes. */
  maximumPacketSize = Infinity;
  /** Most unacknowledged QoS 1 messages that the peer takes. */
  receiveMaximum = Infinity;
  /** The peer takes the reason of a refused message in words (MQTT 5). */
  takesReasons = false;
  frameLimits: FrameLimits = FRAMES_BEFORE_SIGN_IN;
  device: SignedInDevice | null = null;
  /** The client's certificate. */
  readonly certificate: ClientCertificate | null;
  /** When the certificate that it has signed in with expires, epoch ms. */
  validTo = Infinity;
  readonly address: string;
  /** It came over TLS. */
  readonly isEncrypted: boolean;
  conversation!: Conversation;

  private readonly frames = new FrameReader();
  private readonly acknowledgements: number[] = [];
  private holds = 0;
  private isAdvancing = false;
  private readonly openedAt: number;
  private heardAt: number;
  /** Since when the peer owes the rest of a packet, or has not read our answers; 0: neither. */
  private owesSince = 0;
  private endedAt = 0;
  private discarded = 0;
  private hasHalfClosed = false;

  constructor(
    private readonly socket: Socket,
    private readonly owner: Owner,
  ) {
    this.openedAt = this.heardAt = owner.now();
    this.certificate = clientCertificateOf(socket);
    // A closed socket has lost it.
    this.address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    this.isEncrypted = socket instanceof TLSSocket;
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('end', () => this.halfClose());
    socket.on('drain', () => this.drained());
    socket.on('close', () => this.close());
    // 'close' follows.
    socket.on('error', () => undefined);
  }

  /** It is not read for a reason of ours. */
  get waitsForUs(): boolean {
    return this.isHeld(OURS);
  }

  get isEnded(): boolean {
    return this.endedAt !== 0;
  }

  /** Whether it has signed in with its certificate, or still may. */
  get dependsOnCertificate(): boolean {
    return this.certificate !== null && (this.device === null || this.validTo !== Infinity);
  }

  /** The peer has closed its side, and may wait for acknowledgements. */
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
    if (hold & OURS) {
      this.heardAt = this.owner.now();
      // A device that waited for us has as long for its packet as any other.
      if (this.owesSince !== 0) this.owesSince = this.heardAt;
    }
    this.holds &= ~hold;
    if (this.holds === 0 && !this.isAdvancing && !this.isEnded) this.advance();
  }

  send(bytes: Buffer): void {
    if (bytes.length > this.maximumPacketSize || this.isEnded) return;
    if (!this.socket.write(bytes)) this.stalled();
  }

  /** Queues an acknowledgement, to be sent in one write with others of the same turn. */
  acknowledge(kind: number, packetId: number, code: number): void {
    if (this.isEnded) return;
    if (this.hasHalfClosed) this.heardAt = this.owner.now();
    if (this.acknowledgements.push(kind, packetId, code) === 3) this.owner.flushSoon(this);
  }

  /** Acknowledges a message with a reason, in words if the peer takes them. */
  refuse(kind: number, packetId: number, reason: Reason): void {
    const bytes = this.takesReasons && writeRefusal(kind, packetId, reason, this.maximumPacketSize);
    if (!bytes) return this.acknowledge(kind, packetId, reason.code);
    if (this.hasHalfClosed) this.heardAt = this.owner.now();
    this.flush();
    this.send(bytes);
  }

  flush(): void {
    if (this.acknowledgements.length === 0) return;
    const bytes = writeAcknowledgements(this.acknowledgements);
    this.acknowledgements.length = 0;
    if (!this.isEnded && !this.socket.write(bytes)) this.stalled();
  }

  /** Ends it if the peer has closed its side and every packet is answered. */
  endIfDone(): void {
    if (!this.isHalfClosed || this.holds !== 0 || this.conversation.owesAnswers) return;
    this.flush();
    if (this.holds === 0) this.finish('lost');
  }

  /** Ends it for a reason, which an MQTT 5 device gets in a DISCONNECT. */
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

  /** Ends it, after the bytes that tell the peer the reason. */
  finish(reason: string, farewell?: Buffer): void {
    if (this.isEnded) return;
    this.endedAt = this.owner.now();
    this.owner.ended(this, reason);
    this.frames.clear();
    if (farewell) this.socket.write(farewell);
    this.socket.end();
    // Further bytes are read and discarded for a moment: closing with unread bytes would reset the connection, and the
    // peer would never read the reason.
    this.socket.resume();
  }

  /** Ends it if the peer exceeds a time limit. */
  checkTimes(now: number): void {
    const { limits } = this.owner;
    if (this.isEnded) {
      if (now - this.endedAt > limits.lingerMs) this.socket.destroy();
    } else if (this.validTo <= Date.now()) {
      this.end(REASONS.certificateExpired);
    } else if (this.hasHalfClosed) {
      if (now - this.heardAt > limits.unansweredMs) this.end(REASONS.unanswered);
    } else if (this.waitsForUs) {
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

  /** Takes packets until none is left or the connection is held. */
  private advance(): void {
    const { frames } = this;
    let taken = 0;
    this.isAdvancing = true;
    try {
      while (this.holds === 0) {
        if (!frames.next(this.frameLimits)) {
          this.conversation.expect(frames);
          break;
        }
        if (!this.conversation.mayTake(frames)) break;
        this.conversation.take(frames);
        if (this.isEnded) return;
        frames.consume();
        taken++;
      }
    } catch (error) {
      if (error instanceof ProtocolFault) {
        this.conversation.refused(frames, error.reason);
        return this.end(error.reason);
      }
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

  /** The peer has sent its last byte; some packets may wait to be taken. */
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
    this.conversation.sendMore?.();
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
