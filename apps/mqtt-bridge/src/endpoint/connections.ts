import type { BoundedLog } from './bounded-log.ts';
import type { Authenticator, Intake } from './collaborators.ts';
import { Connection, HOLD, type SignedInDevice } from './connection.ts';
import { DeviceRates } from './device-rate.ts';
import type { Limits } from './limits.ts';
import { REASONS, type Reason } from './reasons.ts';
import { SignIn } from './sign-in.ts';
import { SignInLimit } from './sign-in-limit.ts';
import type { Surroundings } from './surroundings.ts';
import type { Traffic } from './traffic.ts';
import type { Socket } from 'node:net';

/** How soon a device that was beyond its rate is looked at again, ms. */
const MOMENT_MS = 50;
const RATES_SWEEP_INTERVAL_MS = 60_000;
/** A sweep that is so late tells that this process stood still, ms; it is due every half second. */
const STOOD_STILL_MS = 1_500;
/** Two sign-ins of one device within this came about at once, as far as clocks can tell; ms. */
const AT_ONCE_MS = 1_000;

/** What ends without anybody being at fault isn't logged. */
const QUIET_ENDS: ReadonlySet<string> = new Set(['lost', 'disconnect', REASONS.shuttingDown.name]);

export interface Collaborators {
  readonly intake: Intake;
  readonly authenticator: Authenticator;
  readonly limits: Limits;
  readonly traffic: Traffic;
  readonly log: BoundedLog;
  /** Tells other replicas that a device is here now. */
  readonly announce: (device: SignedInDevice) => void;
  /** Tells other services that a device sends more than it may. */
  readonly tellBeyondRate: (deviceName: string) => void;
  /** Resolves once all that was told of logins so far is known here. */
  readonly hearNews: () => Promise<void>;
  /** Milliseconds of a clock that doesn't go back. */
  readonly now: () => number;
}

/** All connections of this process, one per device at most, and what is done for many at once. */
export class Connections implements Surroundings {
  readonly intake: Intake;
  readonly authenticator: Authenticator;
  readonly limits: Limits;
  readonly traffic: Traffic;
  readonly log: BoundedLog;
  readonly rates: DeviceRates | null;
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
  private isHearingNews = false;
  private readonly hearNews: () => Promise<void>;
  private whenGone: (() => void) | undefined;

  constructor(collaborators: Collaborators) {
    const { intake, authenticator, limits, traffic, log, announce, tellBeyondRate, hearNews, now } =
      collaborators;
    this.intake = intake;
    this.authenticator = authenticator;
    this.limits = limits;
    this.traffic = traffic;
    this.log = log;
    this.announce = announce;
    this.tellBeyondRate = tellBeyondRate;
    this.hearNews = hearNews;
    this.now = now;
    this.sweptAt = now();
    this.rates = limits.rate && new DeviceRates(limits.rate);
    this.signInLimit = limits.signInFailures === null ? null : new SignInLimit(limits.signInFailures);
    intake.onRoom(() => releaseAll(this.waitingForRoom, HOLD.intake));
  }

  /** Begins to look after what takes too long. */
  start(): void {
    this.sweptAt = this.now();
    this.sweepTimer = setInterval(() => this.sweep(), this.limits.sweepIntervalMs);
  }

  /** Takes a connection in. */
  open(socket: Socket): void {
    if (this.isStopping) return void socket.destroy();
    const connection = new Connection(socket, this);
    connection.conversation = new SignIn(connection, this);
    if (this.isHearingNews) connection.hold(HOLD.news);
    this.all.add(connection);
  }

  get counts(): { open: number; signedIn: number; halfClosed: number } {
    let halfClosed = 0;
    for (const { isHalfClosed } of this.all) if (isHalfClosed) halfClosed++;
    return { open: this.all.size, signedIn: this.ofDevices.size, halfClosed };
  }

  /** Ends a device's connection where the login that it was opened with has ended. */
  endIfRevoked(deviceName: string): void {
    const connection = this.ofDevices.get(deviceName);
    if (connection && this.authenticator.isRevoked(deviceName, connection.device!.login)) {
      connection.end(REASONS.revoked);
    }
  }

  /** The device has signed in at another replica: the newest connection wins. */
  signedInElsewhere(deviceName: string, at: number): void {
    const connection = this.ofDevices.get(deviceName);
    if (!connection) return;
    const { signedInAt } = connection.device!;
    // Both came in at once and both were told of the other: only one may go.
    if (signedInAt > at && Date.now() - signedInAt < AT_ONCE_MS) return;
    connection.end(REASONS.takenOver);
  }

  /** Takes nobody in and reads no further from anybody; what was read goes on its way. */
  hold(): void {
    this.isStopping = true;
    for (const connection of this.all) connection.hold(HOLD.stopping);
  }

  /** Ends all connections and waits until they are gone, which the sweep sees to. */
  async end(reason: Reason): Promise<void> {
    for (const connection of this.all) connection.end(reason);
    if (this.all.size > 0) await new Promise<void>((resolve) => (this.whenGone = resolve));
    clearInterval(this.sweepTimer);
    clearInterval(this.momentTimer);
  }

  /** Looks for what takes too long. */
  sweep(): void {
    const now = this.now();
    for (const connection of this.all) connection.checkTimes(now);
    this.noticeStall(now);
    this.sweptAt = now;
    this.log.tellSuppressed();
    if (now - this.ratesSweptAt > RATES_SWEEP_INTERVAL_MS) {
      this.ratesSweptAt = now;
      this.rates?.sweep(now);
    }
  }

  /** After a stall the sockets hold what devices sent meanwhile, also devices whose logins have ended. */
  noticeStall(now: number): void {
    if (now - this.sweptAt <= STOOD_STILL_MS || this.isHearingNews) return;
    this.isHearingNews = true;
    for (const connection of this.all) connection.hold(HOLD.news);
    void this.hearNews().then(() => {
      this.isHearingNews = false;
      this.sweptAt = this.now();
      for (const connection of this.all) connection.release(HOLD.news);
    });
  }

  signedIn(connection: Connection, device: SignedInDevice): void {
    this.ofDevices.get(device.name)?.end(REASONS.takenOver);
    connection.device = device;
    this.ofDevices.set(device.name, connection);
    this.announce(device);
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
    if (device && this.ofDevices.get(device.name) === connection) this.ofDevices.delete(device.name);
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

/** Those that must wait again are there again afterwards, behind the others. */
const releaseAll = (waiting: Set<Connection>, hold: number): void => {
  const connections = [...waiting];
  waiting.clear();
  for (const connection of connections) connection.release(hold);
};
