import { reasonOf } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { Gauge } from '@telemon/platform/metrics';
import type { RemoteInfo, Socket } from 'node:dgram';

/** With each one, the system takes longer to find the socket of a datagram that has no own one. */
const MOST = 256;
/** A device that sends from elsewhere takes its place along once nothing was accepted from its former sender for this long, ms. */
const MOVED_AFTER_MS = 2_000;
/** A place may go to another device once nothing was accepted for this long, ms: devices may send minutes apart. */
const UNUSED_AFTER_MS = 600_000;
/** After a failure, none is opened for this long, ms. */
const PAUSE_MS = 10_000;

const ownSockets = new Gauge({
  name: 'telemon_udp_own_sockets',
  help: 'Senders of registered devices that have a socket of their own',
});

/** An address and port that datagrams come from. */
export type Sender = Pick<RemoteInfo, 'address' | 'port'>;

interface Place {
  readonly sender: string;
  readonly deviceName: string;
  readonly opened: Promise<Socket | null>;
  usedAt: number;
}

/**
 * Sockets for senders of registered devices, a bounded number, each with a receive buffer that no flood from others fills. They are given
 * before a flood, as in one the datagrams of devices come late, or not at all. A device has one place, so that nobody takes all of them under
 * one name; devices behind one sender share its socket.
 */
export class OwnSockets {
  /** The least recently used one first. */
  private readonly bySender = new Map<string, Place>();
  private readonly byDevice = new Map<string, Place>();
  private pausedUntil = -Infinity;

  /**
   * @param openFor Opens a socket that gets the datagrams of a sender, and no other does.
   * @param now Milliseconds of a clock that doesn't go back.
   */
  constructor(
    private readonly openFor: (sender: Sender) => Promise<Socket>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Tells of a datagram that was accepted from a device, on whichever socket. */
  accepted(deviceName: string, from: Sender): void {
    const now = this.now();
    const sender = `${from.address} ${from.port}`;
    const place = this.bySender.get(sender);
    if (place) this.use(place, now);
    else if (now >= this.pausedUntil && this.makeRoom(deviceName, now))
      this.open({ deviceName, sender, from }, now);
  }

  /** Closes all sockets; none is opened any more. */
  async close(): Promise<void> {
    this.pausedUntil = Infinity;
    await Promise.all([...this.bySender.values()].map((place) => this.end(place)));
  }

  private use(place: Place, now: number): void {
    place.usedAt = now;
    this.bySender.delete(place.sender);
    this.bySender.set(place.sender, place);
  }

  /** @returns whether the device may have a place now */
  private makeRoom(deviceName: string, now: number): boolean {
    const former = this.byDevice.get(deviceName);
    if (!former && this.bySender.size < MOST) return true;
    const leaving = former ?? this.bySender.values().next().value!;
    if (now - leaving.usedAt < (former ? MOVED_AFTER_MS : UNUSED_AFTER_MS)) return false;
    void this.end(leaving);
    return true;
  }

  private open(
    { deviceName, sender, from }: { deviceName: string; sender: string; from: Sender },
    now: number,
  ): void {
    const opened = this.openFor(from).catch((error: unknown) => {
      logger.warn({ reason: reasonOf(error) }, 'no socket for the sender of a device');
      this.forget(place);
      this.pausedUntil = Math.max(this.pausedUntil, this.now() + PAUSE_MS);
      return null;
    });
    const place: Place = { sender, deviceName, opened, usedAt: now };
    this.bySender.set(sender, place);
    this.byDevice.set(deviceName, place);
    ownSockets.set(this.bySender.size);
  }

  private async end(place: Place): Promise<void> {
    this.forget(place);
    (await place.opened)?.close();
  }

  private forget(place: Place): void {
    this.bySender.delete(place.sender);
    if (this.byDevice.get(place.deviceName) === place) this.byDevice.delete(place.deviceName);
    ownSockets.set(this.bySender.size);
  }
}
