import { createSocket, type Socket } from 'node:dgram';
import { given } from '@telemon/testing/given';
import type { UdpRoute } from '@telemon/contracts/udp-router/udp-routes';
import { until } from '@telemon/testing/waiting';
import type { Bound, Counts } from '../drill.ts';
import { keysOf } from '../fleet/fleet.ts';
import { isStored, storedSeqs } from '../fleet/stored.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { summed } from '../summed.ts';
import { compareForwarded } from './compare-forwarded.ts';
import type { DropCount } from './drop-count.ts';
import { datagramOf } from './numbered-datagram.ts';
import type { RouteTarget } from './route-target.ts';

const SENDS_EVERY_MS = 5;
/** Most datagrams of one turn of the timer: after a stall, it catches up in steps. */
const MOST_AT_ONCE = 200;
/** A datagram may be dropped, so the last one of a stretch is followed by others until one has arrived. */
const FOLLOWED_EVERY_MS = 250;
const SETTLED_WITHIN_MS = 180_000;

interface RoutedDevice {
  readonly name: string;
  readonly key: number;
  readonly startedAt: number;
  readonly socket: Socket;
  /** When each datagram was sent, by its number, on the drill's clock (`performance.now`). */
  readonly sentAt: number[];
}

/** Datagrams under way to a target, which may get them again if it does not acknowledge them in time (`forwarder.ts` of udp-router). */
export const MOST_UNDER_WAY = 64;

/** The bounds of every stretch of datagrams, under any fault. */
export const EXACT_ROUTES: Readonly<Record<string, Bound>> = {
  accepted: { atLeast: 1 },
  duplicate: 0,
  lost: 0,
  phantom: 0,
  outOfOrder: 0,
  otherBytes: 0,
};

/** The datagrams of a stretch of time: of each device from a number to before another. */
export type Stretch = ReadonlyMap<RoutedDevice, { readonly first: number; readonly end: number }>;

/** Devices that send numbered datagrams, each with a route to each of the targets. */
export class RoutedDevices {
  readonly devices: readonly RoutedDevice[];
  readonly targets: readonly RouteTarget[];
  readonly #installation: DrillInstallation;
  readonly #routeIds: ReadonlySet<string>;

  private constructor(
    installation: DrillInstallation,
    devices: readonly RoutedDevice[],
    targets: readonly RouteTarget[],
    routeIds: ReadonlySet<string>,
  ) {
    this.#installation = installation;
    this.devices = devices;
    this.targets = targets;
    this.#routeIds = routeIds;
  }

  /** Resolves once all routes are in force. */
  static async make(
    installation: DrillInstallation,
    count: number,
    targets: readonly RouteTarget[],
  ): Promise<RoutedDevices> {
    const api = await installation.api();
    const make = given(api);
    const { id: sensorId } = await make.sensorType(installation.managerId);
    const names: string[] = [];
    const routeIds = new Set<string>();
    while (names.length < count) {
      const { device } = await make.device(installation.managerId, [sensorId]);
      names.push(device.deviceName);
      for (const target of targets) {
        const { udpRoute } = await api.postPatiently<{ udpRoute: UdpRoute }>(
          '/udp',
          target.routeOf(device.deviceName),
        );
        routeIds.add(udpRoute.id);
      }
    }
    const keys = await keysOf(installation);
    const devices = await Promise.all(
      names.map(async (name) => ({
        name,
        key: keys.get(name)!,
        startedAt: Date.now(),
        socket: await socketTo(installation.product.addresses.udpPort),
        sentAt: [],
      })),
    );
    const made = new RoutedDevices(installation, devices, targets, routeIds);
    await made.settle(made.begin(0));
    return made;
  }

  /** Begins to send datagrams, of all devices together. Returns the function that ends it. */
  begin(perSecond: number): () => Stretch {
    const firsts = new Map(this.devices.map((device) => [device, device.sentAt.length]));
    const from = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - from) * perSecond) / 1_000) - sent;
      for (let number = 0; number < Math.min(due, MOST_AT_ONCE); number += 1)
        this.#send(this.devices[sent++ % this.devices.length]!);
    }, SENDS_EVERY_MS);
    return () => {
      clearInterval(timer);
      return new Map([...firsts].map(([device, first]) => [device, { first, end: device.sentAt.length }]));
    };
  }

  /**
   * Waits until everything of a stretch that was accepted is stored and has arrived at each target, for three minutes at most: until
   * that is true of a datagram of each device that was sent after it, because all of a device come in order.
   */
  async settle(end: () => Stretch): Promise<Stretch> {
    const stretch = end();
    const open = new Map([...stretch].map(([device, { end: after }]) => [device, after]));
    let lookedAt = -Infinity;
    const isSettled = async () => {
      const isDue = performance.now() - lookedAt > FOLLOWED_EVERY_MS;
      if (isDue) lookedAt = performance.now();
      for (const [device, after] of open) {
        if (isDue) this.#send(device);
        if (await this.#hasComeFrom(device, after)) open.delete(device);
      }
      return open.size === 0;
    };
    await until(isSettled, { timeoutMs: SETTLED_WITHIN_MS, everyMs: 50 }).catch(() => undefined);
    return stretch;
  }

  /**
   * Compares the datagrams of a stretch that were sent, were accepted (they are stored), and arrived.
   * @param drops Since the beginning of the stretch; without it, udp-router was killed meanwhile, and its counts are gone
   */
  async outcome(stretch: Stretch, drops?: DropCount): Promise<Counts> {
    const counts = { sent: 0, accepted: 0, duplicate: 0 };
    for (const [device, { first, end }] of stretch) {
      const stored = await this.acceptedOf(device, stretch);
      const unique = new Set(stored).size;
      counts.sent += end - first;
      counts.accepted += unique;
      counts.duplicate += stored.length - unique;
    }
    return {
      ...counts,
      dropped: counts.sent - counts.accepted,
      ...(drops && { uncounted: await drops.uncounted(() => this.#missingSince(stretch)) }),
      ...(await this.arrivals(stretch)),
    };
  }

  /** Compares the accepted datagrams of a stretch with the arrived ones. */
  async arrivals(stretch: Stretch, targets: readonly RouteTarget[] = this.targets): Promise<Counts> {
    const counts: Counts[] = [];
    for (const [device, { first, end }] of stretch) {
      const accepted = new Set(await this.acceptedOf(device, stretch));
      for (const target of targets) {
        const arrived = target.arrivedOf(device.name).filter(({ seq }) => seq >= first && seq < end);
        const seqs = arrived.map(({ seq }) => seq);
        const otherBytes = arrived.filter(({ seq, text }) => text !== datagramOf(device, seq)).length;
        counts.push({ arrived: seqs.length, ...compareForwarded(accepted, seqs), otherBytes });
      }
    }
    return summed(counts);
  }

  /** The numbers of the datagrams of a stretch that are stored, one for each stored reading. */
  async acceptedOf(device: RoutedDevice, stretch: Stretch): Promise<number[]> {
    const { first, end } = stretch.get(device)!;
    return (await storedSeqs(this.#installation, device.key, first)).filter((seq) => seq < end);
  }

  /** The routes of these devices, as the list shows them, with the target of each. */
  async routes(): Promise<{ readonly route: UdpRoute; readonly target: RouteTarget }[]> {
    const all = await (await this.#installation.api()).all<UdpRoute>('/udp', 'udpRoutes');
    return all
      .filter(({ id }) => this.#routeIds.has(id))
      .map((route) => ({ route, target: this.targets.find(({ port }) => port === route.port)! }));
  }

  /** Deletes the routes. */
  async end(): Promise<void> {
    const api = await this.#installation.api();
    for (const id of this.#routeIds) await api.expect('DELETE', `/udp/${id}`);
    for (const { socket } of this.devices) socket.close();
  }

  /** The number of unstored datagrams that were sent since the beginning of a stretch, also after its end. */
  async #missingSince(stretch: Stretch): Promise<number> {
    let missing = 0;
    for (const [device, { first }] of stretch) {
      const stored = await storedSeqs(this.#installation, device.key, first);
      missing += device.sentAt.length - first - new Set(stored).size;
    }
    return missing;
  }

  #send(device: RoutedDevice): void {
    const seq = device.sentAt.length;
    device.sentAt.push(performance.now());
    device.socket.send(datagramOf(device, seq));
  }

  /** Whether a datagram with this number or a higher one is stored, and has arrived at each target. */
  async #hasComeFrom({ name, key, startedAt, sentAt }: RoutedDevice, after: number): Promise<boolean> {
    const hasReached = (target: RouteTarget) =>
      target.arrivedOf(name).findLast(({ seq }) => seq >= after) !== undefined;
    if (!this.targets.every(hasReached)) return false;
    for (let seq = after; seq < sentAt.length; seq += 1)
      if (await isStored(this.#installation, key, { seq, timestamp: startedAt + seq })) return true;
    return false;
  }
}

async function socketTo(port: number): Promise<Socket> {
  const socket = createSocket('udp4');
  // While udp-router is dead, the system answers that the port is closed.
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.connect(port, '127.0.0.1', resolve));
  return socket;
}
