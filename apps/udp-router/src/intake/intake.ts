import { Inject, Injectable } from '@nestjs/common';
import { BEYOND_RATE_SUBJECT } from '@telemon/contracts/device-rate';
import { TOPICS } from '@telemon/contracts/topics';
import { Health } from '@telemon/platform/health';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Live } from '@telemon/platform/messaging/live';
import { Counter, Gauge } from '@telemon/platform/metrics';
import { CONFIG } from '@telemon/platform/platform.module';
import { randomBytes } from 'node:crypto';
import type { RemoteInfo, Socket } from 'node:dgram';
import type { UdpRouterVariables } from '../config.ts';
import { deviceIdOf } from './device-id.ts';
import { Drops } from './drops.ts';
import { KnownDevices } from './known-devices.ts';
import type { LookedUp } from './look-ups.ts';
import { RawWriter } from './raw-writer.ts';
import { systemDrops } from './system-drops.ts';
import { type Rate, TokenBucket } from './token-bucket.ts';
import { openUdpSocket } from './udp-socket.ts';

/** How often the buffer and what the system dropped are looked at, ms. */
const LOOK_INTERVAL_MS = 1_000;
/** How many datagrams may wait for the answer whether their device is registered. */
const MOST_HELD = 200;

const received = new Counter({
  name: 'telemon_udp_datagrams_received_total',
  help: 'Datagrams read from the socket',
});
const stored = new Counter({
  name: 'telemon_udp_datagrams_stored_total',
  help: 'Datagrams that Kafka has',
});
const buffered = new Gauge({
  name: 'telemon_udp_buffer_datagrams',
  help: 'Datagrams that wait for Kafka',
});

/** Datagrams in, messages of `telemetry.raw` out. A device is never answered, whatever it sends. */
@Injectable()
export class Intake {
  private readonly rate: Rate | null;
  private readonly buckets = new Map<string, TokenBucket>();
  /** Makes arrival ids of this process differ from those of all others. */
  private readonly idPrefix = randomBytes(9).toString('base64url');
  private writer: RawWriter | undefined;
  private socket: Socket | undefined;
  private timer: NodeJS.Timeout | undefined;
  private seenBySystem = 0;
  private accepted = 0;
  private held = 0;

  constructor(
    @Inject(CONFIG) private readonly config: UdpRouterVariables,
    private readonly kafka: Kafka,
    private readonly devices: KnownDevices,
    private readonly drops: Drops,
    private readonly live: Live,
    lifecycle: Lifecycle,
    health: Health,
  ) {
    const { RATE_LIMITS, DEVICE_RATE, DEVICE_BURST } = config;
    this.rate = RATE_LIMITS === 'on' ? { perSecond: DEVICE_RATE, burst: DEVICE_BURST } : null;
    devices.onChange((name, state) => {
      if (state === null) this.buckets.delete(name);
    });
    health.needsToAnswer('udp', () => void this.socket!.address());
    lifecycle.onStart(() => this.start());
    lifecycle.onStop(() => this.stop());
  }

  /** The port that is open. */
  get port(): number {
    return this.socket!.address().port;
  }

  private async start(): Promise<void> {
    const producer = await this.kafka.producer({ maxInFlightRequests: 1 });
    this.writer = new RawWriter(async (messages) => {
      await producer.send(TOPICS.raw, messages);
      stored.inc(messages.length);
    });
    const { UDP_HOST: host, UDP_PORT: port } = this.config;
    try {
      this.socket = await openUdpSocket({ host, port }, (datagram, from) => this.take(datagram, from));
    } catch (error) {
      logger.fatal((error as Error).message);
      process.exit(1);
    }
    this.socket.on('error', (error) => logger.warn({ reason: error.message }, 'datagram not received'));
    this.timer = setInterval(() => void this.look(), LOOK_INTERVAL_MS);
    logger.info({ host, port: this.port, receiveBuffer: this.socket.getRecvBufferSize() }, 'udp port open');
  }

  private async stop(): Promise<void> {
    clearInterval(this.timer);
    if (this.socket) {
      await this.look();
      this.socket.close();
    }
    const left = (await this.writer?.stop()) ?? 0;
    if (left > 0) this.drops.count('stopping', undefined, left);
  }

  private take(datagram: Buffer, from: RemoteInfo): void {
    received.inc();
    const name = deviceIdOf(datagram);
    if (name === null) return this.drops.count('nameless', from.address);
    const answer = this.devices.keyOf(name);
    if (!(answer instanceof Promise)) this.acceptIfKnown(name, answer, datagram, Date.now());
    else if (this.held < MOST_HELD) void this.hold(name, datagram, answer);
    else this.drops.count('not-looked-up', name);
  }

  private async hold(name: string, datagram: Buffer, answer: Promise<LookedUp>): Promise<void> {
    const receivedAt = Date.now();
    this.held++;
    const deviceKey = await answer;
    this.held--;
    this.acceptIfKnown(name, deviceKey, datagram, receivedAt);
  }

  private acceptIfKnown(name: string, deviceKey: LookedUp, datagram: Buffer, receivedAt: number): void {
    if (typeof deviceKey === 'number') this.accept(name, deviceKey, datagram, receivedAt);
    else this.drops.count(deviceKey === null ? 'unknown-device' : 'not-looked-up', name);
  }

  private accept(deviceName: string, deviceKey: number, value: Buffer, receivedAt: number): void {
    if (!this.isWithinRate(deviceName)) return this.drops.count('rate', deviceName);
    const arrivalId = `${this.idPrefix}-${(this.accepted++).toString(36)}`;
    const headers = {
      arrivalId,
      deviceKey: String(deviceKey),
      receivedAt: String(receivedAt),
      source: 'udp' as const,
    };
    if (!this.writer!.add({ key: deviceName, value, headers })) this.drops.count('buffer-full', deviceName);
  }

  private isWithinRate(deviceName: string): boolean {
    if (this.rate === null) return true;
    const now = performance.now();
    let bucket = this.buckets.get(deviceName);
    if (!bucket) this.buckets.set(deviceName, (bucket = new TokenBucket(this.rate, now)));
    if (bucket.take(now)) return true;
    if (bucket.isWorthTelling(now)) this.live.publish(BEYOND_RATE_SUBJECT, { deviceName });
    return false;
  }

  private async look(): Promise<void> {
    buffered.set(this.writer!.depth);
    const total = await systemDrops(this.socket!.address());
    if (total === null) return;
    if (total > this.seenBySystem) this.drops.count('receive-buffer', undefined, total - this.seenBySystem);
    this.seenBySystem = total;
  }
}
