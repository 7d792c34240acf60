import { Inject, Injectable } from '@nestjs/common';
import { BEYOND_RATE_SUBJECT } from '@telemon/contracts/device-rate';
import { NO_UDP_IDENTITY } from '@telemon/contracts/devices/udp-identity';
import type { WriteOutcome } from '@telemon/edge/batcher';
import { DeviceRates, tokensFor } from '@telemon/edge/device-rates';
import { Heartbeats } from '@telemon/edge/heartbeats';
import { KafkaTelemetry } from '@telemon/edge/kafka-telemetry';
import { Refusals } from '@telemon/edge/refusals';
import { UnknownDevices } from '@telemon/edge/unknown-devices';
import { Health } from '@telemon/platform/health';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Live } from '@telemon/platform/messaging/live';
import { Counter } from '@telemon/platform/metrics';
import { CONFIG } from '@telemon/platform/platform.module';
import type { RemoteInfo, Socket } from 'node:dgram';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UdpRouterVariables } from '../config.ts';
import { deviceIdOf } from './device-id.ts';
import { type CounterOutcome, Counters } from './counters.ts';
import { DeviceKeys, type KnownDevice, type LookedUp } from './device-keys.ts';
import { Drops, SAID_OF_DROP } from './drops.ts';
import { SenderCheck } from './sender-check.ts';
import { OwnSockets } from './own-sockets.ts';
import { withoutSignature } from './signature.ts';
import { systemDrops } from './system-drops.ts';
import { UnauthenticatedDevices } from './unauthenticated-devices.ts';
import { HAS_SHARED_SOCKETS, type Sender, connectTo, openOwnSocket, openUdpPort } from './udp-port.ts';

/** How often the datagrams that the system dropped are counted, ms. */
const LOOK_INTERVAL_MS = 1_000;
const RATES_SWEEP_INTERVAL_MS = 60_000;
/** How many datagrams may wait for the look-up of their device. */
const MOST_HELD = 200;
/** How long a stop reads datagrams that came before it, ms. */
const READ_WITHIN_MS = 500;
/** How long a stop waits until the counters of the remaining datagrams are stored, ms. */
const COUNTERS_WITHIN_MS = 1_000;
/** How long the whole stop may take, with the wait for Kafka, ms: the launcher kills the process half a second later. */
const STOPPED_WITHIN_MS = 3_000;

/** A plain number: to increment the metric for each datagram of a flood costs too much. */
let received = 0;
new Counter({
  name: 'telemon_udp_datagrams_received_total',
  help: 'Datagrams read from the sockets',
  collect() {
    this.reset();
    this.inc(received);
  },
});
const stored = new Counter({
  name: 'telemon_udp_datagrams_stored_total',
  help: 'Datagrams that Kafka has',
});

/** A datagram that does not get to Kafka, and what is known of its sender. */
interface Dropped {
  /** The datagram without its signature. */
  payload: Buffer;
  address?: string;
  deviceName?: string;
  deviceKey?: number;
}

/** A datagram that names a device. */
interface NamedDatagram {
  readonly deviceName: string;
  readonly payload: Buffer;
  readonly from: Sender;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

/** A datagram of a registered device. */
interface Accepted extends Omit<NamedDatagram, 'from'> {
  readonly deviceKey: number;
}

/** Receives datagrams, and writes them to `telemetry.raw`. It never answers a device. */
@Injectable()
export class UdpEndpoint {
  private readonly rates: DeviceRates | null;
  private sockets: readonly Socket[] = [];
  private readonly ownSockets: OwnSockets;
  private timers: NodeJS.Timeout[] = [];
  /** The drops that the system has counted, by socket. */
  private readonly seenBySystem = new Map<string, number>();
  private held = 0;
  private isStopping = false;

  constructor(
    @Inject(CONFIG) private readonly config: UdpRouterVariables,
    private readonly telemetry: KafkaTelemetry,
    private readonly heartbeats: Heartbeats,
    private readonly keys: DeviceKeys,
    private readonly senderCheck: SenderCheck,
    private readonly counters: Counters,
    private readonly unauthenticated: UnauthenticatedDevices,
    private readonly drops: Drops,
    private readonly refusals: Refusals,
    private readonly unknownDevices: UnknownDevices,
    private readonly live: Live,
    lifecycle: Lifecycle,
    health: Health,
  ) {
    const { RATE_LIMITS, DEVICE_RATE, DEVICE_BURST } = config;
    this.rates =
      RATE_LIMITS === 'on' ? new DeviceRates({ perSecond: DEVICE_RATE, burst: DEVICE_BURST }) : null;
    this.ownSockets = new OwnSockets({
      open: () => openOwnSocket({ host: config.UDP_HOST, port: this.port }, this.take),
      connect: connectTo,
    });
    health.needsToAnswer('udp', () => void this.sockets.map((socket) => socket.address()));
    lifecycle.onStart(() => this.start());
    lifecycle.onStop(() => this.stop());
  }

  /** The port that is open. */
  get port(): number {
    return this.sockets[0]!.address().port;
  }

  private async start(): Promise<void> {
    const { UDP_HOST: host, UDP_PORT: port } = this.config;
    try {
      this.sockets = await openUdpPort({ host, port }, this.take);
    } catch (error) {
      logger.fatal((error as Error).message);
      process.exit(1);
    }
    for (const socket of this.sockets)
      socket.on('error', (error) => logger.warn({ reason: error.message }, 'datagram not received'));
    this.heartbeats.start();
    this.timers = [
      setInterval(() => void this.look(), LOOK_INTERVAL_MS),
      setInterval(() => this.rates?.sweep(performance.now()), RATES_SWEEP_INTERVAL_MS),
    ];
    const sockets = this.sockets.length;
    const receiveBuffer = this.sockets[0]!.getRecvBufferSize();
    logger.info({ host, port: this.port, sockets, receiveBuffer }, 'udp port open');
  }

  private async stop(): Promise<void> {
    const until = performance.now() + STOPPED_WITHIN_MS;
    this.heartbeats.stop();
    for (const timer of this.timers) clearInterval(timer);
    if (this.sockets.length > 0) {
      await this.look();
      await this.readSocketsEmpty();
      for (const socket of this.sockets) socket.close();
      await this.ownSockets.close();
    }
    const unchecked = await this.counters.flush(COUNTERS_WITHIN_MS);
    this.isStopping = true;
    if (this.held + unchecked > 0) this.drops.count('stopping', undefined, this.held + unchecked);
    const left = await this.telemetry.flush(Math.max(0, until - performance.now()));
    if (left > 0) this.drops.count('stopping', undefined, left);
    // Logged now, because the process may be killed while the other parts stop.
    this.drops.tell();
  }

  /** Reads the datagrams that the system keeps, until a turn of the event loop brings none. */
  private async readSocketsEmpty(): Promise<void> {
    const until = performance.now() + READ_WITHIN_MS;
    let before: number;
    // The rest of this turn reads none.
    await nextTurn();
    do {
      before = received;
      await nextTurn();
    } while (received > before && performance.now() < until);
  }

  private readonly take = (payload: Buffer, from: RemoteInfo): void => {
    received++;
    const deviceName = deviceIdOf(payload);
    if (deviceName === null)
      return this.drop('nameless', { payload: withoutSignature(payload), address: from.address });
    const device = this.keys.find(deviceName);
    if (device instanceof Promise) {
      if (this.held < MOST_HELD) void this.hold({ deviceName, payload, from }, device);
      else this.drop('not-looked-up', { payload: withoutSignature(payload), deviceName });
    } else this.acceptIfKnown({ deviceName, payload, from, receivedAt: Date.now() }, device);
  };

  private async hold(datagram: Omit<NamedDatagram, 'receivedAt'>, asked: Promise<LookedUp>): Promise<void> {
    const receivedAt = Date.now();
    this.held++;
    const device = await asked;
    this.held--;
    // The stop has counted the datagram as dropped.
    if (this.isStopping) return;
    this.acceptIfKnown({ ...datagram, receivedAt }, device);
  }

  private acceptIfKnown(datagram: NamedDatagram, device: LookedUp): void {
    if (device) return this.accept(datagram, device);
    const { deviceName } = datagram;
    const payload = withoutSignature(datagram.payload);
    const isUnknown = device === null;
    if (isUnknown) this.unknownDevices.add(deviceName, payload);
    this.drop(isUnknown ? 'unknown-device' : 'not-looked-up', { payload, deviceName });
  }

  /** Accepts a datagram if it is from its device. Other datagrams don't count against the device's rate. */
  private accept(
    { deviceName, payload: datagram, from, receivedAt }: NamedDatagram,
    device: KnownDevice,
  ): void {
    const { deviceKey, udp = NO_UDP_IDENTITY } = device;
    const checked = this.senderCheck.check(device, datagram, from.address);
    if (typeof checked === 'string')
      return this.drop(checked, { payload: withoutSignature(datagram), deviceName, deviceKey });
    const { payload, counter } = checked;
    const accepted = { payload, deviceName, deviceKey, receivedAt };
    if (!this.isWithinRate(deviceName, payload.length)) return this.drop('rate', accepted);
    if (udp.keyId === null || counter === undefined) {
      if (udp.source === null) this.unauthenticated.tell(deviceName);
      return this.write(accepted, from);
    }
    if (!this.counters.hasRoom) return this.drop('not-checked', accepted);
    const settle = (outcome: CounterOutcome) => {
      // The stop has counted the datagram as dropped.
      if (this.isStopping) return;
      if (outcome === 'new') this.write(accepted, from);
      else this.drop(outcome === 'used' ? 'replayed' : 'not-checked', accepted);
    };
    this.counters.use({ keyId: udp.keyId, deviceName }, { counter, receivedAt, settle });
  }

  private write(accepted: Accepted, from: Sender): void {
    if (HAS_SHARED_SOCKETS) this.ownSockets.accepted(accepted.deviceName, from);
    if (!this.telemetry.hasRoom) return this.drop('buffer-full', accepted);
    const settle = (outcome: WriteOutcome) =>
      outcome === 'stored' ? stored.inc() : this.drop('too-large', accepted);
    this.telemetry.write({ ...accepted, settle });
  }

  /** Counts a datagram that does not get to Kafka, and hands it to the log. */
  private drop(reason: keyof typeof SAID_OF_DROP, dropped: Dropped): void {
    const { payload, address, deviceName = null, deviceKey = null } = dropped;
    this.drops.count(reason, deviceName ?? address);
    this.refusals.add({ reason: SAID_OF_DROP[reason], deviceName, deviceKey, payload });
  }

  private isWithinRate(deviceName: string, bytes: number): boolean {
    if (this.rates === null) return true;
    const now = performance.now();
    const rate = this.rates.of(deviceName, now);
    if (rate.take(now, tokensFor(bytes))) return true;
    if (rate.isWorthTelling(now)) this.live.publish(BEYOND_RATE_SUBJECT, { deviceName });
    return false;
  }

  private async look(): Promise<void> {
    for (const [socket, drops] of await systemDrops(this.sockets[0]!.address())) {
      const seen = this.seenBySystem.get(socket) ?? 0;
      if (drops > seen) {
        this.drops.count('receive-buffer', undefined, drops - seen);
        this.seenBySystem.set(socket, drops);
      }
    }
  }
}
