import { reasonOf } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { Gauge } from '@telemon/platform/metrics';
import type { Socket } from 'node:dgram';
import type { Sender } from './udp-port.ts';

/** Most own sockets: with each one, the system takes longer to find the socket for a datagram of another sender. */
const MOST = 256;
/** A device may take its place to another sender once nothing was accepted from its former one for this long, ms. */
const MOVED_AFTER_MS = 2_000;
/** A place may go to another device once nothing was accepted for this long, ms: devices may send minutes apart. */
const UNUSED_AFTER_MS = 600_000;
/** How long after a failure no socket is opened, ms. */
const PAUSE_MS = 10_000;

const ownSockets = new Gauge({
  name: 'telemon_udp_own_sockets',
  help: 'Senders of registered devices that have a socket of their own',
});

/** The port that the sockets are on. */
interface OwnSocketsPort {
  /** Opens a socket that isn't connected. */
  open(): Promise<Socket>;
  /** Makes a socket that isn't connected get the datagrams of a sender, and no others from now on. */
  connect(socket: Socket, sender: Sender): Promise<void>;
}

interface Place {
  readonly sender: string;
  readonly deviceName: string;
  readonly opened: Promise<Socket | null>;
  usedAt: number;
}

/**
 * A bounded number of sockets for senders of registered devices. The receive buffer of such a socket isn't filled by a flood from other
 * senders. Senders get their sockets before a flood, because in a flood datagrams of devices come late or not at all. A device has one place,
 * so that one name can't take all sockets; devices behind one sender share its socket. No socket is closed before the port: datagrams that
 * wait in it would be lost.
 */
export class OwnSockets {
  /** The least recently used place first. */
  private readonly bySender = new Map<string, Place>();
  private readonly byDevice = new Map<string, Place>();
  /** Sockets that could not be connected. The system gives them datagrams of any sender. */
  private readonly spare: Socket[] = [];
  private pausedUntil = -Infinity;

  /** @param now Milliseconds of a clock that doesn't go back. */
  constructor(
    private readonly port: OwnSocketsPort,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Has to be called for each datagram that was accepted from a device, on whichever socket. */
  accepted(deviceName: string, from: Sender): void {
    const now = this.now();
    const sender = `${from.address} ${from.port}`;
    const place = this.bySender.get(sender);
    if (place) return this.use(place, now);
    if (now < this.pausedUntil) return;
    const former = this.byDevice.get(deviceName);
    const leaving = former ?? this.leastRecentlyUsedIfFull();
    if (leaving && now - leaving.usedAt < (former ? MOVED_AFTER_MS : UNUSED_AFTER_MS)) return;
    if (leaving) this.forget(leaving);
    const opened = this.socketFor(from, leaving?.opened).catch((error: unknown) => {
      logger.warn({ reason: reasonOf(error) }, 'no socket for the sender of a device');
      this.forget(given);
      this.pausedUntil = Math.max(this.pausedUntil, this.now() + PAUSE_MS);
      return null;
    });
    const given: Place = { sender, deviceName, opened, usedAt: now };
    this.bySender.set(sender, given);
    this.byDevice.set(deviceName, given);
    ownSockets.set(this.bySender.size);
  }

  /** Closes all sockets; none is opened any more. */
  async close(): Promise<void> {
    this.pausedUntil = Infinity;
    const opened = await Promise.all([...this.bySender.values()].map((place) => place.opened));
    for (const socket of [...opened, ...this.spare]) socket?.close();
  }

  private use(place: Place, now: number): void {
    place.usedAt = now;
    this.bySender.delete(place.sender);
    this.bySender.set(place.sender, place);
  }

  private leastRecentlyUsedIfFull(): Place | undefined {
    return this.bySender.size < MOST ? undefined : this.bySender.values().next().value;
  }

  /** @param former The socket of a place that was given up. */
  private async socketFor(sender: Sender, former?: Place['opened']): Promise<Socket> {
    const connected = await former;
    connected?.disconnect();
    const socket = connected ?? this.spare.pop() ?? (await this.port.open());
    try {
      await this.port.connect(socket, sender);
    } catch (error) {
      this.spare.push(socket);
      throw error;
    }
    return socket;
  }

  private forget(place: Place): void {
    if (this.bySender.get(place.sender) === place) this.bySender.delete(place.sender);
    if (this.byDevice.get(place.deviceName) === place) this.byDevice.delete(place.deviceName);
    ownSockets.set(this.bySender.size);
  }
}
