import type { Connection } from './connection.ts';
import { HOLD } from './holds.ts';
import { REASONS } from './reasons.ts';

interface Place {
  readonly bytes: number;
  /** Since when its connection receives the packet. */
  since: number;
}

/**
 * Bounds the memory of large packets that are being received, on all connections together: a connection takes a place for the whole
 * packet when it begins, or is not read until there is one. A place is kept until the packet has been taken.
 */
export class LargePackets {
  private readonly places = new Map<Connection, Place>();
  /** In the order in which they came, with the bytes that they need. */
  private readonly waiting = new Map<Connection, number>();
  private taken = 0;

  /** @param withinMs While others wait, a connection that takes longer than this is ended. */
  constructor(
    private readonly mostBytes: number,
    private readonly withinMs: number,
    private readonly now: () => number,
  ) {}

  get bytes(): number {
    return this.taken;
  }

  /** Whether the connection has a place. */
  has(connection: Connection): boolean {
    return this.places.has(connection);
  }

  /** Takes a place for a packet of this size, or holds the connection until it has one. */
  admit(connection: Connection, bytes: number): void {
    if (this.places.has(connection) || this.waiting.has(connection)) return;
    if (this.waiting.size === 0 && this.hasRoomFor(bytes)) return this.give(connection, bytes);
    this.waiting.set(connection, bytes);
    connection.hold(HOLD.largePackets);
  }

  /** The connection's packet was taken, or the connection has ended. */
  leave(connection: Connection): void {
    this.waiting.delete(connection);
    this.taken -= this.places.get(connection)?.bytes ?? 0;
    this.places.delete(connection);
    for (const [next, bytes] of this.waiting) {
      if (!this.hasRoomFor(bytes)) return;
      this.waiting.delete(next);
      this.give(next, bytes);
      next.release(HOLD.largePackets);
    }
  }

  /** Ends connections that keep others waiting for too long. */
  sweep(): void {
    const now = this.now();
    for (const [connection, place] of this.places) {
      // The device is not to blame for messages that wait for Telemon.
      if (this.waiting.size === 0 || connection.waitsForUs) place.since = now;
      else if (now - place.since > this.withinMs) connection.end(REASONS.tooSlow);
    }
  }

  private give(connection: Connection, bytes: number): void {
    this.places.set(connection, { bytes, since: this.now() });
    this.taken += bytes;
  }

  private hasRoomFor(bytes: number): boolean {
    return this.taken === 0 || this.taken + bytes <= this.mostBytes;
  }
}
