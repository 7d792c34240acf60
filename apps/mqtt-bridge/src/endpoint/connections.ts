import { DeviceRates } from '@telemon/edge/device-rates';
import type { Refusals } from '@telemon/edge/refusals';
import type { TelemetryWriter } from '@telemon/edge/telemetry-writer';
import type { Socket } from 'node:net';
import type { BoundedLog } from './bounded-log.ts';
import type { Authenticator } from './authenticator.ts';
import type { CommandSource } from './command-source.ts';
import { Connection } from './connection.ts';
import type { SignedInDevice } from './conversation.ts';
import { HOLD } from './holds.ts';
import { LargePackets } from './large-packets.ts';
import type { ConnectionLimits } from './limits.ts';
import type { ObservedDevice, PresenceObserver } from './presence-observer.ts';
import { REASONS, type Reason } from './reasons.ts';
import { SignIn } from './sign-in.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import type { EndpointContext } from './endpoint-context.ts';
import type { TopicBlocks } from './topic-blocks.ts';
import type { Traffic } from './traffic.ts';

/** Interval for reading again from devices that were beyond their rate, ms. */
const MOMENT_MS = 50;
const RATES_SWEEP_INTERVAL_MS = 60_000;
/** A sweep this late means that this process stalled, ms; it is due every half second. */
const STALL_MS = 1_500;
/** Two sign-ins of one device within this time count as simultaneous, because clocks differ, ms. */
const AT_ONCE_MS = 1_000;

/** Normal ends, which are not logged. */
const QUIET_ENDS: ReadonlySet<string> = new Set(['lost', 'disconnect', REASONS.shuttingDown.name]);

export interface EndpointDependencies {
  readonly telemetry: TelemetryWriter;
  readonly images: TelemetryWriter;
  readonly authenticator: Authenticator;
  readonly commands: CommandSource;
  readonly blockedTopics: TopicBlocks;
  readonly limits: ConnectionLimits;
  readonly traffic: Traffic;
  readonly log: BoundedLog;
  readonly refusals: Pick<Refusals, 'add'>;
  readonly presence: PresenceObserver;
  /** null: no limit on failed sign-ins. */
  readonly signInLimit: SignInLimit | null;
  /** Tells other replicas that a device has signed in here. */
  readonly announce: (device: SignedInDevice) => void;
  /** Tells other services that a device sends more than it may. */
  readonly tellBeyondRate: (deviceName: string) => void;
  /** Resolves once the copy of logins has all facts so far. */
  readonly catchUp: () => Promise<void>;
  /** Milliseconds of a clock that doesn't go back. */
  readonly now: () => number;
}

/** All connections of this process, at most one per device, and their timers and batches. */
export class Connections implements EndpointContext {
  readonly telemetry: TelemetryWriter;
  readonly images: TelemetryWriter;
  readonly authenticator: Authenticator;
  readonly commands: CommandSource;
  readonly blockedTopics: TopicBlocks;
  readonly limits: ConnectionLimits;
  readonly traffic: Traffic;
  readonly log: BoundedLog;
  readonly refusals: Pick<Refusals, 'add'>;
  readonly presence: PresenceObserver;
  readonly rates: DeviceRates | null;
  readonly readingRates: DeviceRates | null;
  readonly imageRates: DeviceRates | null;
  readonly largePackets: LargePackets;
  readonly tellBeyondRate: (deviceName: string) => void;
  readonly signInLimit: SignInLimit | null;
  readonly now: () => number;

  private readonly all = new Set<Connection>();
  private readonly ofDevices = new Map<string, Connection>();
  private readonly waitingForRoom = new Set<Connection>();
  private readonly waitingForRate = new Set<Connection>();
  private toFlush: Connection[] = [];
  private readonly announce: (device: SignedInDevice) => void;
  private sweepTimer: NodeJS.Timeout | undefined;
  private momentTimer: NodeJS.Timeout | undefined;
  private ratesSweptAt = 0;
  private isStopping = false;
  private sweptAt: number;
  /** How many stalls have been noticed. */
  private stalls = 0;
  private isCatchingUp = false;
  private readonly catchUp: () => Promise<void>;
  private whenGone: (() => void) | undefined;

  constructor(dependencies: EndpointDependencies) {
    const { telemetry, images, authenticator, commands, limits, traffic, log, signInLimit } = dependencies;
    const { announce, blockedTopics, tellBeyondRate, catchUp, now, refusals, presence } = dependencies;
    this.telemetry = telemetry;
    this.images = images;
    this.authenticator = authenticator;
    this.commands = commands;
    this.blockedTopics = blockedTopics;
    this.limits = limits;
    this.traffic = traffic;
    this.log = log;
    this.refusals = refusals;
    this.presence = presence;
    this.announce = announce;
    this.tellBeyondRate = tellBeyondRate;
    this.catchUp = catchUp;
    this.now = now;
    this.sweptAt = now();
    this.rates = limits.rate && new DeviceRates(limits.rate);
    // Of their own, so that a device whose large message has left a debt gets its answers to pings in time.
    this.readingRates = limits.rate && new DeviceRates(limits.rate);
    this.imageRates = limits.imageRate && new DeviceRates(limits.imageRate);
    this.largePackets = new LargePackets(limits.largePacketsBytes, limits.largePacketWithinMs, now);
    this.signInLimit = signInLimit;
    for (const writer of [telemetry, images])
      writer.onRoom(() => releaseAll(this.waitingForRoom, HOLD.buffer));
  }

  /** Starts to enforce the time limits. */
  start(): void {
    this.sweptAt = this.now();
    this.sweepTimer = setInterval(() => this.sweep(), this.limits.sweepIntervalMs);
  }

  /** Adds a connection. */
  open(socket: Socket): void {
    if (this.isStopping) return void socket.destroy();
    const connection = new Connection(socket, this);
    connection.conversation = new SignIn(connection, this);
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
    if (connection && this.authenticator.isRevoked(deviceName, connection.device!.login)) {
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
    const now = this.now();
    for (const connection of this.all) connection.checkTimes(now);
    this.largePackets.sweep();
    this.noticeStall(now);
    this.sweptAt = now;
    this.log.tellSuppressed();
    if (now - this.ratesSweptAt > RATES_SWEEP_INTERVAL_MS) {
      this.ratesSweptAt = now;
      for (const rates of [this.rates, this.readingRates, this.imageRates]) rates?.sweep(now);
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
      await this.catchUp();
      // This may run before the sweep that a further stall has delayed.
      this.noticeStall(this.now());
    } while (this.stalls > stalls);
    this.isCatchingUp = false;
    for (const connection of this.all) {
      connection.release(HOLD.catchUp);
      connection.conversation.sendMore?.();
    }
  }

  signedIn(connection: Connection, device: SignedInDevice): void {
    connection.device = device;
    // The device's own connection stays.
    if (device.login.isTest) return;
    this.ofDevices.get(device.name)?.end(REASONS.takenOver);
    this.ofDevices.set(device.name, connection);
    this.announce(device);
    const { address, version, isEncrypted: tls } = connection;
    this.presence.connected(observed(device), { since: device.signedInAt, address, version, tls });
  }

  flushSoon(connection: Connection): void {
    if (this.toFlush.push(connection) > 1) return;
    queueMicrotask(() => {
      const connections = this.toFlush;
      this.toFlush = [];
      for (const each of connections) each.flush();
    });
  }

  releaseWithRoom(connection: Connection): void {
    this.waitingForRoom.add(connection);
  }

  releaseInAMoment(connection: Connection): void {
    this.waitingForRate.add(connection);
    this.momentTimer ??= setInterval(() => {
      releaseAll(this.waitingForRate, HOLD.rate);
      if (this.waitingForRate.size > 0) return;
      clearInterval(this.momentTimer);
      this.momentTimer = undefined;
    }, MOMENT_MS);
  }

  ended(connection: Connection, reason: string): void {
    const { device, address } = connection;
    this.waitingForRoom.delete(connection);
    this.waitingForRate.delete(connection);
    this.largePackets.leave(connection);
    if (device && this.ofDevices.get(device.name) === connection) {
      this.ofDevices.delete(device.name);
      this.presence.disconnected(observed(device));
    }
    if (device) this.presence.refused(observed(device), reason);
    this.traffic.countEnd(reason);
    if (device && !QUIET_ENDS.has(reason)) {
      this.log.tell({ deviceName: device.name, address, reason }, 'connection ended');
    }
  }

  closed(connection: Connection): void {
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
