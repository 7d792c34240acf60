import { Inject, Injectable } from '@nestjs/common';
import { BEYOND_RATE_SUBJECT } from '@telemon/contracts/device-rate';
import {
  DEVICE_SIGNED_IN_SUBJECT,
  DeviceSignedIn,
  LOGIN_ENDED_SUBJECT,
  LoginEnded,
} from '@telemon/contracts/mqtt-bridge/mqtt';
import { Heartbeats } from '@telemon/edge/heartbeats';
import { KafkaTelemetry } from '@telemon/edge/kafka-telemetry';
import { Refusals } from '@telemon/edge/refusals';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Health } from '@telemon/platform/health';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Gauge } from '@telemon/platform/metrics';
import { Live } from '@telemon/platform/messaging/live';
import { CONFIG } from '@telemon/platform/platform.module';
import { RateLimits } from '@telemon/platform/redis/rate-limits';
import { randomUUID } from 'node:crypto';
import type { MqttBridgeVariables } from '../config.ts';
import { BlockedTopics } from '../blocked-topics/blocked-topics.ts';
import { PendingCommands } from '../commands/pending-commands.ts';
import { Credentials } from '../credentials/credentials.ts';
import { OneTimeLogins } from '../credentials/one-time-logins.ts';
import { PresenceReporter } from '../presence/presence-reporter.ts';
import { BoundedLog } from './bounded-log.ts';
import { type ConnectionLimits, USUAL_LIMITS } from './limits.ts';
import { type Listening, MqttServer } from './mqtt-server.ts';
import { SignInLimit } from './sign-in-limit.ts';
import { TlsFiles } from './tls-files.ts';
import { Traffic } from './traffic.ts';

/** How long a stop waits for Kafka to take the devices' messages, ms. */
const FLUSH_WITHIN_MS = 2_500;
/** Failed sign-ins are counted for a minute, s. */
const SIGN_IN_PERIOD_S = 60;

/** Names the writer of images among the writers of an endpoint. */
export const IMAGES: unique symbol = Symbol('images');

/** The MQTT ports: opened when all dependencies answer, closed before them. */
@Injectable()
export class MqttEndpoint {
  /** Identifies this process among its replicas. */
  private readonly replica = randomUUID();
  private readonly server: MqttServer;
  /** null: no port for TLS. */
  private readonly tlsFiles: TlsFiles | null;

  constructor(
    @Inject(CONFIG) config: MqttBridgeVariables,
    private readonly telemetry: KafkaTelemetry,
    @Inject(IMAGES) private readonly images: KafkaTelemetry,
    private readonly heartbeats: Heartbeats,
    refusals: Refusals,
    presence: PresenceReporter,
    credentials: Credentials,
    logins: OneTimeLogins,
    commands: PendingCommands,
    blockedTopics: BlockedTopics,
    rateLimits: RateLimits,
    copies: FactCopies,
    live: Live,
    lifecycle: Lifecycle,
    health: Health,
  ) {
    this.tlsFiles = config.MQTTS_PORT === undefined ? null : new TlsFiles(config);
    this.tlsFiles?.expose();
    const traffic = new Traffic();
    const { replica } = this;
    this.server = new MqttServer(listeningOf(config), {
      telemetry,
      images,
      authenticator: logins,
      commands,
      blockedTopics,
      limits: limitsOf(config),
      traffic,
      log: new BoundedLog(),
      refusals,
      presence,
      signInLimit: signInLimitOf(config, rateLimits),
      now: () => performance.now(),
      announce: ({ name, signedInAt }) =>
        live.publish(DEVICE_SIGNED_IN_SUBJECT, { deviceName: name, replica, at: signedInAt }),
      tellBeyondRate: (deviceName) => live.publish(BEYOND_RATE_SUBJECT, { deviceName }),
      catchUp: () => copies.caughtUp(),
    });
    const { connections } = this.server;
    traffic.expose(() => connections.counts);
    new Gauge({
      name: 'telemon_mqtt_commands_waiting',
      help: 'Commands that devices have not acknowledged, of all devices, also of those at other replicas',
      collect() {
        this.set(commands.waiting);
      },
    });
    live.subscribe(DEVICE_SIGNED_IN_SUBJECT, DeviceSignedIn, ({ deviceName, replica: where, at }) => {
      if (where !== replica) connections.signedInElsewhere(deviceName, at);
    });
    live.subscribe(LOGIN_ENDED_SUBJECT, LoginEnded, (ended) => void credentials.endLogins(ended));
    commands.onChange((deviceName) => connections.sendMore(deviceName));
    credentials.onChange((deviceName) => connections.endIfRevoked(deviceName));
    health.needsToAnswer('mqtt', () => void this.server.ports);
    lifecycle.onStart(() => this.start());
    lifecycle.onStop(() => this.stop());
  }

  /** The ports that are open. */
  get ports(): number[] {
    return this.server.ports;
  }

  private async start(): Promise<void> {
    const { tlsFiles, server } = this;
    try {
      if (tlsFiles) server.useTls(await tlsFiles.read());
      await server.listen();
    } catch (error) {
      logger.fatal((error as Error).message);
      process.exit(1);
    }
    tlsFiles?.watch((material) => server.useTls(material));
    this.heartbeats.start();
    logger.info({ ports: this.ports }, 'mqtt ports open');
  }

  private async stop(): Promise<void> {
    this.heartbeats.stop();
    this.tlsFiles?.stop();
    this.server.quiesce();
    const writers = [this.telemetry, this.images];
    const left = (await Promise.all(writers.map((writer) => writer.flush(FLUSH_WITHIN_MS)))).reduce(
      (sum, messages) => sum + messages,
    );
    if (left > 0) logger.warn({ messages: left }, 'messages not stored and not acknowledged');
    await this.server.close();
  }
}

const listeningOf = ({ MQTT_HOST, MQTT_PORT, MQTTS_PORT }: MqttBridgeVariables): Listening => ({
  host: MQTT_HOST,
  port: MQTT_PORT,
  tlsPort: MQTTS_PORT,
});

const limitsOf = (config: MqttBridgeVariables): ConnectionLimits => {
  const isLimited = config.RATE_LIMITS === 'on';
  return {
    ...USUAL_LIMITS,
    maxConnections: config.MQTT_MAX_CONNECTIONS,
    rate: isLimited ? { perSecond: config.DEVICE_RATE, burst: config.DEVICE_BURST } : null,
    imageRate: isLimited ? { perSecond: config.IMAGE_RATE / 60, burst: config.IMAGE_BURST } : null,
  };
};

const signInLimitOf = (
  { RATE_LIMITS, SIGN_IN_FAILURES }: MqttBridgeVariables,
  limits: RateLimits,
): SignInLimit | null => {
  if (RATE_LIMITS === 'off') return null;
  const limit = { name: 'SIGN_IN_FAILURES', most: SIGN_IN_FAILURES, periodS: SIGN_IN_PERIOD_S };
  return new SignInLimit(limits.define(limit));
};
