import { DeviceRates } from '@telemon/edge/device-rates';
import type { Socket } from 'node:net';
import { Connection } from './connection.ts';
import type { SignedInDevice } from './conversation.ts';
import { HOLD } from './holds.ts';
import { LargePackets } from './large-packets.ts';
import type { ObservedDevice } from './presence-observer.ts';
import { REASONS, type Reason } from './reasons.ts';
import { SignIn } from './sign-in.ts';
import type { EndpointContext, EndpointDependencies } from './endpoint-context.ts';

/** Interval for reading again from devices that were beyond their rate, ms. */
const MOMENT_MS = 50;
const RATES_SWEEP_INTERVAL_MS = 60_000;
/** A sweep this late means that this process stalled, ms; it is due every half second. */
const STALL_MS = 1_500;
/** Two sign-ins of one device within this time count as simultaneous, because clocks differ, ms. */
const AT_ONCE_MS = 1_000;

/** Normal ends, which are not logged. */
const QUIET_ENDS: ReadonlySet<string> = new Set(['lost', 'disconnect', REASONS.shuttingDown.name]);

/** All connections of this process, at most one per device, and their timers and batches. */
export class Connections {
  readonly context: EndpointContext;
  private readonly all = new Set<Connection>();
  private readonly ofDevices = new Map<string, Connection>();
  private readonly waitingForRoom = new Set<Connection>();
  private readonly waitingForRate = new Set<Connection>();
  private toFlush: Connection[] = [];
  private sweepTimer: NodeJS.Timeout | undefined;
  private momentTimer: NodeJS.Timeout | undefined;
  private ratesSweptAt = 0;
  private isStopping = false;
  private sweptAt: number;
  /** How many stalls have been noticed. */
  private stalls = 0;
  private isCatchingUp = false;
  private whenGone: (() => void) | undefined;

  constructor(dependencies: EndpointDependencies) {
    const { telemetry, images, limits, now } = dependencies;
    this.context = {
      ...dependencies,
      rates: limits.rate && new DeviceRates(limits.rate),
      // Readings have rates of their own, so that a device whose large message has left a debt gets its answers to pings in time.
      readingRates: limits.rate && new DeviceRates(limits.rate),
      imageRates: limits.imageRate && new DeviceRates(limits.imageRate),
      largePackets: new LargePackets(limits.largePacketsBytes, limits.largePacketWithinMs, now),
      signedIn: (connection, device) => this.signedIn(connection, device),
      flushSoon: (connection) => this.flushSoon(connection),
      releaseWithRoom: (connection) => void this.waitingForRoom.add(connection),
      releaseInAMoment: (connection) => this.releaseInAMoment(connection),
      noticeStall: (at) => this.noticeStall(at),
      ended: (connection, reason) => this.ended(connection, reason),
      closed: (connection) => this.closed(connection),
    };
    this.sweptAt = now();
    for (const writer of [telemetry, images])
      writer.onRoom(() => releaseAll(this.waitingForRoom, HOLD.buffer));
  }

  /** Starts to enforce the time limits. */
  start(): void {
    this.sweptAt = this.context.now();
    this.sweepTimer = setInterval(() => this.sweep(), this.context.limits.sweepIntervalMs);
  }

  /** Adds a connection. */
  open(socket: Socket): void {
    if (this.isStopping) return void socket.destroy();
    const connection = new Connection(socket, this.context);
    connection.conversation = new SignIn(connection, this.context);
    if (this.isCatchingUp) connection.hold(HOLD.catchUp);
    this.all.add(connection);
  }

  get counts(): { open: number; signedIn: number; halfClosed: number } {
    let halfClosed = 0;
    for (const { isHalfClosed } of this.all) if (isHalfClosed) halfClosed++;
    return { open: this.all.size, signedIn: this.ofDevices.size, halfClosed };
  }

  /** Ends a device's connection if its login has ended. */
  endIfRevoked(deviceName: string): void {
    const connection = this.ofDevices.get(deviceName);
    if (connection && this.context.authenticator.isRevoked(deviceName, connection.device!.login)) {
      connection.end(REASONS.revoked);
    }
  }

  /** Ends the connections that depend on a client's certificate: its authority may not be trusted any more. */
  endCertified(): void {
    for (const connection of this.all) {
      if (connection.dependsOnCertificate) connection.end(REASONS.authoritiesChanged);
    }
  }

  /** Sends a device the commands that it has room for. */
  sendMore(deviceName: string): void {
    this.ofDevices.get(deviceName)?.conversation.sendMore?.();
  }

  /** The device has signed in at another replica: the newest connection wins. */
  signedInElsewhere(deviceName: string, at: number): void {
    const connection = this.ofDevices.get(deviceName);
    if (!connection) return;
    const { signedInAt } = connection.device!;
    // Simultaneous sign-ins, announced to each other: only one may end.
    if (signedInAt > at && Date.now() - signedInAt < AT_ONCE_MS) return;
    connection.end(REASONS.takenOver);
  }

  /** Takes no connections and reads no further; messages that were read are still stored. */
  hold(): void {
    this.isStopping = true;
    for (const connection of this.all) connection.hold(HOLD.stopping);
  }

  /** Ends all connections and waits until they are closed, which the sweep enforces. */
  async end(reason: Reason): Promise<void> {
    for (const connection of this.all) connection.end(reason);
    if (this.all.size > 0) await new Promise<void>((resolve) => (this.whenGone = resolve));
    clearInterval(this.sweepTimer);
    clearInterval(this.momentTimer);
  }

  /** Enforces the time limits of all connections. */
  sweep(): void {
    const now = this.context.now();
    for (const connection of this.all) connection.checkTimes(now);
    this.context.largePackets.sweep();
    this.noticeStall(now);
    this.sweptAt = now;
    this.context.log.tellSuppressed();
    if (now - this.ratesSweptAt > RATES_SWEEP_INTERVAL_MS) {
      this.ratesSweptAt = now;
      const { rates, readingRates, imageRates } = this.context;
      for (const each of [rates, readingRates, imageRates]) each?.sweep(now);
    }
  }

  /** After a stall the sockets hold messages sent meanwhile, also by devices whose logins have ended. */
  noticeStall(now: number): void {
    if (now - this.sweptAt <= STALL_MS) return;
    this.sweptAt = now;
    this.stalls++;
    if (this.isCatchingUp) return;
    this.isCatchingUp = true;
    for (const connection of this.all) connection.hold(HOLD.catchUp);
    void this.readOnCaughtUp();
  }

  /** Reads on once the copy of logins has all facts that there were after the last stall. */
  private async readOnCaughtUp(): Promise<void> {
    let stalls: number;
    do {
      stalls = this.stalls;
      await this.context.catchUp();
      // This may run before the sweep that a further stall has delayed.
      this.noticeStall(this.context.now());
    } while (this.stalls > stalls);
    this.isCatchingUp = false;
    for (const connection of this.all) {
      connection.release(HOLD.catchUp);
      connection.conversation.sendMore?.();
    }
  }

  private signedIn(connection: Connection, device: SignedInDevice): void {
    connection.device = device;
    // The device's own connection stays.
    if (device.login.isTest) return;
    this.ofDevices.get(device.name)?.end(REASONS.takenOver);
    this.ofDevices.set(device.name, connection);
    this.context.announce(device);
    const { address, version, isEncrypted: tls } = connection;
    this.context.presence.connected(observed(device), {
      since: device.signedInAt,
      address,
      version,
      tls,
    });
  }

  private flushSoon(connection: Connection): void {
    if (this.toFlush.push(connection) > 1) return;
    queueMicrotask(() => {
      const connections = this.toFlush;
      this.toFlush = [];
      for (const each of connections) each.flush();
    });
  }

  private releaseInAMoment(connection: Connection): void {
    this.waitingForRate.add(connection);
    this.momentTimer ??= setInterval(() => {
      releaseAll(this.waitingForRate, HOLD.rate);
      if (this.waitingForRate.size > 0) return;
      clearInterval(this.momentTimer);
      this.momentTimer = undefined;
    }, MOMENT_MS);
  }

  private ended(connection: Connection, reason: string): void {
    const { device, address } = connection;
    this.waitingForRoom.delete(connection);
    this.waitingForRate.delete(connection);
    this.context.largePackets.leave(connection);
    if (device && this.ofDevices.get(device.name) === connection) {
      this.ofDevices.delete(device.name);
      this.context.presence.disconnected(observed(device));
    }
    if (device) this.context.presence.refused(observed(device), reason);
    this.context.traffic.countEnd(reason);
    if (device && !QUIET_ENDS.has(reason)) {
      this.context.log.tell({ deviceName: device.name, address, reason }, 'connection ended');
    }
  }

  private closed(connection: Connection): void {
    this.all.delete(connection);
    if (this.all.size === 0) this.whenGone?.();
  }
}

const observed = ({ name, login: { deviceKey, isTest = false } }: SignedInDevice): ObservedDevice => ({
  deviceName: name,
  deviceKey,
  isTest,
});

/** Connections that must wait again are added again, behind the others. */
const releaseAll = (waiting: Set<Connection>, hold: number): void => {
  const connections = [...waiting];
  waiting.clear();
  for (const connection of connections) connection.release(hold);
};
