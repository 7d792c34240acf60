import { Inject, Injectable } from '@nestjs/common';
import { BEYOND_RATE_SUBJECT } from '@telemon/contracts/device-rate';
import { LOOKED_UP_AT_ONCE } from '@telemon/contracts/devices/devices';
import { DeviceName } from '@telemon/contracts/fields';
import { TELEMETRY_MAX_BYTES } from '@telemon/contracts/readings';
import { DeviceRates, tokensFor } from '@telemon/edge/device-rates';
import { KafkaTelemetry } from '@telemon/edge/kafka-telemetry';
import { Refusals } from '@telemon/edge/refusals';
import { UnknownDevices } from '@telemon/edge/unknown-devices';
import { CallBatcher } from '@telemon/platform/call-batcher';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Live } from '@telemon/platform/messaging/live';
import { Counter } from '@telemon/platform/metrics';
import { CONFIG } from '@telemon/platform/platform.module';
import { setTimeout as delay } from 'node:timers/promises';
import { BlockedTopics } from '../blocked-topics/blocked-topics.ts';
import type { MqttBridgeVariables } from '../config.ts';
import { Credentials } from '../credentials/credentials.ts';
import { SAID_OF_REFUSAL } from '../endpoint/refused-messages.ts';
import type { Delivery } from './deliveries.ts';
import type { BrokerMessage } from './message-stream.ts';

/** Before the devices service is asked again that did not answer, ms. */
const ASKED_AGAIN_AFTER_MS = 1_000;
const RATES_SWEEP_INTERVAL_MS = 60_000;
/** The reason as the user reads it in the log. */
const NO_DEVICE_NAME = 'no device can have the name in its topic';

const messages = new Counter({
  name: 'telemon_outside_broker_messages_total',
  help: 'Messages that an outside broker has sent, by QoS and outcome',
  labelNames: ['qos', 'outcome'],
});
/**
 * `unknown`: no device has the name in the topic. `retained`: an old message, which comes with each subscription. `unwanted`: the topic
 * belongs to no pattern any more.
 */
type Outcome = 'stored' | 'refused' | 'dropped' | 'blocked' | 'unknown' | 'retained' | 'unwanted';

interface ReceivedMessage {
  readonly message: BrokerMessage;
  readonly delivery: Delivery;
}

/** Takes the messages of outside brokers to Kafka, each as that of the device whose name is in its topic. */
@Injectable()
export class OutsideIntake {
  private readonly rates: DeviceRates | null;
  /** The messages of names that are being looked up, in the order of their arrival. */
  private readonly lookedUp = new Map<string, ReceivedMessage[]>();
  /** Asks about many names at once: a broker may have many devices that Telemon doesn't know. */
  private readonly questions = new CallBatcher(
    (names: string[]) => this.credentials.askForKeys(names),
    LOOKED_UP_AT_ONCE,
  );

  constructor(
    @Inject(CONFIG) private readonly config: MqttBridgeVariables,
    private readonly telemetry: KafkaTelemetry,
    private readonly credentials: Credentials,
    private readonly unknownDevices: UnknownDevices,
    private readonly blockedTopics: BlockedTopics,
    private readonly refusals: Refusals,
    private readonly live: Live,
    lifecycle: Lifecycle,
  ) {
    const { RATE_LIMITS, DEVICE_RATE: perSecond, DEVICE_BURST: burst } = config;
    const rates = RATE_LIMITS === 'on' ? new DeviceRates({ perSecond, burst }) : null;
    this.rates = rates;
    if (!rates || config.MQTT_URL === undefined) return;
    let timer: NodeJS.Timeout | undefined;
    lifecycle.onStart(() => {
      timer = setInterval(() => rates.sweep(performance.now()), RATES_SWEEP_INTERVAL_MS);
    });
    lifecycle.onStop(() => clearInterval(timer));
  }

  /** False while a further message could not be stored; it is taken all the same. */
  get hasRoom(): boolean {
    return this.telemetry.hasRoom;
  }

  onRoom(listener: () => void): void {
    this.telemetry.onRoom(listener);
  }

  /** Waits until Kafka has all messages, no longer than `withinMs`. */
  async flush(withinMs: number): Promise<void> {
    await this.telemetry.flush(withinMs);
  }

  /** Takes a message, and ends its delivery once Kafka has it, or it will never be stored. */
  take(message: BrokerMessage, delivery: Delivery): void {
    const { topic, isRetained } = message;
    const received = { message, delivery };
    const name = this.config.MQTT_TOPICS!.nameIn(topic);
    if (name === null) return end(received, 'unwanted');
    if (isRetained) return end(received, 'retained');
    if (this.blockedTopics.changes > 0 && this.blockedTopics.blocks(topic)) return end(received, 'blocked');
    const waiting = this.lookedUp.get(name);
    if (waiting) return void waiting.push(received);
    const deviceKey = this.credentials.keyOf(name);
    if (deviceKey !== undefined) return this.store(received, name, deviceKey);
    if (!DeviceName.safeParse(name).success)
      return this.refuse(received, 'refused', { reason: NO_DEVICE_NAME, deviceName: null, deviceKey: null });
    this.lookedUp.set(name, [received]);
    void this.lookUp(name);
  }

  /** Asks the devices service until it answers: an acknowledged message must not be lost because it is away. */
  private async lookUp(name: string): Promise<void> {
    const waiting = this.lookedUp.get(name)!;
    let deviceKey: number | null | undefined;
    for (;;) {
      deviceKey = this.credentials.keyOf(name) ?? (await this.questions.do(name).catch(() => undefined));
      if (deviceKey !== undefined || waiting.every(({ delivery }) => delivery.isVoid)) break;
      await delay(ASKED_AGAIN_AFTER_MS, undefined, { ref: false });
    }
    this.lookedUp.delete(name);
    for (const received of waiting) {
      if (received.delivery.isVoid || deviceKey === undefined) continue;
      if (deviceKey !== null) this.store(received, name, deviceKey);
      else {
        this.unknownDevices.add(name, received.message.payload, received.message.bytes);
        end(received, 'unknown');
      }
    }
  }

  private store(received: ReceivedMessage, deviceName: string, deviceKey: number): void {
    const { message, delivery } = received;
    const { topic, payload, bytes } = message;
    const device = { deviceName, deviceKey };
    if (bytes > TELEMETRY_MAX_BYTES)
      return this.refuse(received, 'refused', { ...device, reason: SAID_OF_REFUSAL['too-large'] });
    if (!this.isWithinRate(message, deviceName))
      return this.refuse(received, 'dropped', { ...device, reason: SAID_OF_REFUSAL.rate });
    delivery.store();
    this.telemetry.write({
      ...device,
      topic,
      payload,
      receivedAt: Date.now(),
      settle: (outcome) => end(received, outcome),
    });
  }

  /**
   * Counts a message against the rate of its device. A message of QoS 1 is kept beyond the rate: to delay it would delay the messages
   * of all other devices, because a connection acknowledges in the order of arrival.
   */
  private isWithinRate({ qos, bytes }: BrokerMessage, deviceName: string): boolean {
    const now = performance.now();
    const rate = this.rates?.of(deviceName, now);
    if (!rate || rate.take(now, tokensFor(bytes))) return true;
    if (rate.isWorthTelling(now)) this.live.publish(BEYOND_RATE_SUBJECT, { deviceName });
    return qos === 1;
  }

  private refuse(
    received: ReceivedMessage,
    outcome: Outcome,
    why: { reason: string; deviceName: string | null; deviceKey: number | null },
  ): void {
    const { topic, payload, bytes } = received.message;
    this.refusals.add({ ...why, topic: Buffer.from(topic), payload, bytes });
    end(received, outcome);
  }
}

const end = ({ message, delivery }: ReceivedMessage, outcome: Outcome): void => {
  messages.inc({ qos: message.qos, outcome });
  delivery.end();
};
