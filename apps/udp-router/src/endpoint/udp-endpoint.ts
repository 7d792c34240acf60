import { Inject, Injectable } from '@nestjs/common';
import { BEYOND_RATE_SUBJECT } from '@telemon/contracts/device-rate';
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
import { type DeviceKey, DeviceKeys } from './device-keys.ts';
import { Drops, SAID_OF_DROP } from './drops.ts';
import { systemDrops } from './system-drops.ts';
import { openUdpSocket } from './udp-socket.ts';

/** How often the datagrams that the system dropped are counted, ms. */
const LOOK_INTERVAL_MS = 1_000;
const RATES_SWEEP_INTERVAL_MS = 60_000;
/** How many datagrams may wait for the look-up of their device. */
const MOST_HELD = 200;
/** How long a stop reads datagrams that came before it, ms. */
const READ_WITHIN_MS = 500;
/** How long a stop waits for Kafka to take the remaining messages, ms. */
const FLUSH_WITHIN_MS = 2_500;

const received = new Counter({
  name: 'telemon_udp_datagrams_received_total',
  help: 'Datagrams read from the socket',
});
const stored = new Counter({
  name: 'telemon_udp_datagrams_stored_total',
  help: 'Datagrams that Kafka has',
});

/** A datagram that does not get to Kafka, and what is known of its sender. */
interface Dropped {
  payload: Buffer;
  address?: string;
  deviceName?: string;
  deviceKey?: number;
}

/** Receives datagrams, and writes them to `telemetry.raw`. It never answers a device. */
@Injectable()
export class UdpEndpoint {
  private readonly rates: DeviceRates | null;
  private socket: Socket | undefined;
  private timers: NodeJS.Timeout[] = [];
  private seenBySystem = 0;
  private taken = 0;
  private held = 0;
  private isStopping = false;

  constructor(
    @Inject(CONFIG) private readonly config: UdpRouterVariables,
    private readonly telemetry: KafkaTelemetry,
    private readonly heartbeats: Heartbeats,
    private readonly keys: DeviceKeys,
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
    health.needsToAnswer('udp', () => void this.socket!.address());
    lifecycle.onStart(() => this.start());
    lifecycle.onStop(() => this.stop());
  }

  /** The port that is open. */
  get port(): number {
    return this.socket!.address().port;
  }

  private async start(): Promise<void> {
    const { UDP_HOST: host, UDP_PORT: port } = this.config;
    try {
      this.socket = await openUdpSocket({ host, port }, (datagram, from) => this.take(datagram, from));
    } catch (error) {
      logger.fatal((error as Error).message);
      process.exit(1);
    }
    this.socket.on('error', (error) => logger.warn({ reason: error.message }, 'datagram not received'));
    this.heartbeats.start();
    this.timers = [
      setInterval(() => void this.look(), LOOK_INTERVAL_MS),
      setInterval(() => this.rates?.sweep(performance.now()), RATES_SWEEP_INTERVAL_MS),
    ];
    logger.info({ host, port: this.port, receiveBuffer: this.socket.getRecvBufferSize() }, 'udp port open');
  }

  private async stop(): Promise<void> {
    this.heartbeats.stop();
    for (const timer of this.timers) clearInterval(timer);
    if (this.socket) {
      await this.look();
      await this.readSocketEmpty();
      this.socket.close();
    }
    this.isStopping = true;
    if (this.held > 0) this.drops.count('stopping', undefined, this.held);
    const left = await this.telemetry.flush(FLUSH_WITHIN_MS);
    if (left > 0) this.drops.count('stopping', undefined, left);
    // The process may be killed during the stop of the rest.
    this.drops.tell();
  }

  /** Reads the datagrams that the system keeps, until a turn of the event loop brings none. */
  private async readSocketEmpty(): Promise<void> {
    const until = performance.now() + READ_WITHIN_MS;
    let before: number;
    // The rest of this turn reads none.
    await nextTurn();
    do {
      before = this.taken;
      await nextTurn();
    } while (this.taken > before && performance.now() < until);
  }

  private take(datagram: Buffer, from: RemoteInfo): void {
    received.inc();
    this.taken++;
    const name = deviceIdOf(datagram);
    if (name === null) return this.drop('nameless', { payload: datagram, address: from.address });
    const key = this.keys.of(name);
    if (!(key instanceof Promise)) this.acceptIfKnown(name, key, datagram, Date.now());
    else if (this.held < MOST_HELD) void this.hold(name, datagram, key);
    else this.drop('not-looked-up', { payload: datagram, deviceName: name });
  }

  private async hold(name: string, datagram: Buffer, key: Promise<DeviceKey>): Promise<void> {
    const receivedAt = Date.now();
    this.held++;
    const deviceKey = await key;
    this.held--;
    // The stop has counted it.
    if (this.isStopping) return;
    this.acceptIfKnown(name, deviceKey, datagram, receivedAt);
  }

  private acceptIfKnown(name: string, deviceKey: DeviceKey, datagram: Buffer, receivedAt: number): void {
    if (typeof deviceKey === 'number') return this.accept(name, deviceKey, datagram, receivedAt);
    const isUnknown = deviceKey === null;
    if (isUnknown) this.unknownDevices.add(name, datagram);
    this.drop(isUnknown ? 'unknown-device' : 'not-looked-up', { payload: datagram, deviceName: name });
  }

  private accept(deviceName: string, deviceKey: number, payload: Buffer, receivedAt: number): void {
    const datagram = { payload, deviceName, deviceKey };
    if (!this.isWithinRate(deviceName, payload.length)) return this.drop('rate', datagram);
    if (!this.telemetry.hasRoom) return this.drop('buffer-full', datagram);
    const settle = (outcome: WriteOutcome) =>
      outcome === 'stored' ? stored.inc() : this.drop('too-large', datagram);
    this.telemetry.write({ deviceName, deviceKey, payload, receivedAt, settle });
  }

  /** Counts a datagram that does not get to Kafka, and hands it to the log. */
  private drop(reason: keyof typeof SAID_OF_DROP, { payload, address, ...sender }: Dropped): void {
    const { deviceName = null, deviceKey = null } = sender;
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
    const total = await systemDrops(this.socket!.address());
    if (total === null) return;
    if (total > this.seenBySystem) this.drops.count('receive-buffer', undefined, total - this.seenBySystem);
    this.seenBySystem = total;
  }
}
