import { ProtocolFault, REASONS } from './reasons.ts';

/** Kinds of packets: the upper four bits of the first byte. */
export const PACKET = {
  connect: 1,
  publish: 3,
  puback: 4,
  pubrec: 5,
  pubrel: 6,
  pubcomp: 7,
  subscribe: 8,
  unsubscribe: 10,
  pingreq: 12,
  disconnect: 14,
  auth: 15,
} as const;

/** Kinds that only a server sends. */
const OF_SERVER = { connack: 2, suback: 9, unsuback: 11, pingresp: 13 } as const;

const KINDS: ReadonlySet<number> = new Set(Object.values(PACKET));
/** Kinds of packets that a client gets from a server. */
export const KINDS_WITH_SERVERS: ReadonlySet<number> = new Set([...KINDS, ...Object.values(OF_SERVER)]);
const NOTHING = Buffer.alloc(0);
/** A fixed header is a byte and up to four more with the length. */
const MOST_LENGTH_BYTES = 4;

/** The largest packets, without the fixed header, bytes. */
export interface FrameLimits {
  publish: number;
  other: number;
}

/**
 * Cuts a connection's bytes into whole packets, without parsing them. A packet that is too long is refused as soon as
 * its length is known. Holds at most twice the bytes received; a packet within one chunk isn't copied.
 */
export class FrameReader {
  /** The packet that `next` found: its bytes are `bytes[start .. end)`, its fixed header ends at `body`. */
  bytes: Buffer = NOTHING;
  start = 0;
  body = 0;
  end = 0;

  private filled = 0;
  private isOwn = false;
  private expected = 0;

  /** @param kinds The kinds of packets that may come. */
  constructor(private readonly kinds: ReadonlySet<number> = KINDS) {}

  /** Adds received bytes. */
  push(chunk: Buffer): void {
    const held = this.filled - this.start;
    if (held === 0) {
      this.bytes = chunk;
      this.start = 0;
      this.filled = chunk.length;
      this.isOwn = false;
      return;
    }
    if (!this.isOwn || this.filled + chunk.length > this.bytes.length) this.grow(held, chunk.length);
    chunk.copy(this.bytes, this.filled);
    this.filled += chunk.length;
  }

  /**
   * Finds the next whole packet; false if it has not arrived yet.
   * @throws ProtocolFault if it is too long or malformed
   */
  next(limits: FrameLimits): boolean {
    const { bytes, start, filled } = this;
    if (filled - start < 2) return false;
    const kind = bytes[start]! >> 4;
    if (!this.kinds.has(kind)) throw new ProtocolFault(REASONS.malformed);

    let length = 0;
    let at = start + 1;
    for (let shift = 0; ; shift += 7, at++) {
      if (shift === 7 * MOST_LENGTH_BYTES) throw new ProtocolFault(REASONS.malformed);
      if (at === filled) return false;
      length |= (bytes[at]! & 0x7f) << shift;
      if (bytes[at]! < 0x80) break;
    }
    this.body = at + 1;
    this.end = this.body + length;
    if (length > (kind === PACKET.publish ? limits.publish : limits.other)) {
      throw new ProtocolFault(REASONS.tooLarge);
    }
    this.expected = this.end - start;
    return this.end <= filled;
  }

  /** Discards the packet that `next` found. */
  consume(): void {
    this.start = this.end;
    this.expected = 0;
    // An idle connection holds no old bytes.
    if (this.start === this.filled) this.clear();
  }

  /** Size of the packet that is arriving, bytes; 0 while it is unknown. */
  get expectedBytes(): number {
    return this.expected;
  }

  /** The end of the received part of the packet whose length `next` has read. */
  get arrivedTo(): number {
    return Math.min(this.end, this.filled);
  }

  /** Bytes of packets that are incomplete or not consumed yet. */
  get held(): number {
    return this.filled - this.start;
  }

  clear(): void {
    this.bytes = NOTHING;
    this.start = this.filled = this.expected = 0;
    this.isOwn = false;
  }

  /** Allocates a new buffer: packets are views of the old one, whose bytes must not change. */
  private grow(held: number, coming: number): void {
    const needed = held + coming;
    const roomy = Math.min(2 * needed, Math.max(this.expected, needed));
    const bytes = Buffer.allocUnsafeSlow(roomy);
    this.bytes.copy(bytes, 0, this.start, this.filled);
    this.bytes = bytes;
    this.start = 0;
    this.filled = held;
    this.isOwn = true;
  }
}
