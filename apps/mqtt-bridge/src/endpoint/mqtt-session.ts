import { commandTopic, telemetryTopic } from '@telemon/contracts/mqtt-bridge/mqtt';
import { TELEMETRY_MAX_BYTES } from '@telemon/contracts/readings';
import type { WriteOutcome } from '@telemon/edge/batcher';
import type { DeviceRate } from '@telemon/edge/device-rates';
import type { Sender } from '@telemon/edge/telemetry-writer';
import { isUtf8 } from 'node:buffer';
import { type Connection, type Conversation, HOLD } from './connection.ts';
import { type FrameReader, PACKET } from './frame-reader.ts';
import { type Acknowledger, InFlight } from './in-flight.ts';
import { ACKNOWLEDGEMENT, PINGRESP, readSubscription, write } from './packets.ts';
import { type PublishPacket, readPublish } from './publish-packet.ts';
import { ProtocolFault, REASONS } from './reasons.ts';
import type { EndpointContext } from './endpoint-context.ts';

/** Dropped messages in a moment after which reading from the device pauses for a moment. */
const DROPS_IN_A_MOMENT = 1_000;

/** MQTT 5: no such subscription. */
const NO_SUBSCRIPTION = 0x11;
/** MQTT 5: no such packet id. */
const NO_SUCH_PACKET_ID = 0x92;
/** MQTT 3.1.1: not subscribed. */
const SUBSCRIPTION_FAILED = 0x80;

/** Flags of a fixed header: these kinds of packets have one bit set, all others but PUBLISH none. */
const hasFlag = (kind: number) =>
  kind === PACKET.pubrel || kind === PACKET.subscribe || kind === PACKET.unsubscribe;

/** Packets that only answer or end: they don't count against the device's rate. */
const isAnswer = (kind: number) =>
  (kind >= PACKET.puback && kind <= PACKET.pubcomp) || kind === PACKET.disconnect;

const malformed = () => new ProtocolFault(REASONS.malformed);

/** The conversation with a signed-in device: writes its messages to Kafka, and answers all other packets. */
export class MqttSession implements Conversation, Acknowledger {
  private readonly telemetryTopic: Buffer;
  private readonly inFlight: InFlight;
  /** Topic alias → whether it means the device's own topic. */
  private aliases: Map<number, boolean> | undefined;
  private isSubscribed = false;

  constructor(
    private readonly connection: Connection,
    private readonly context: EndpointContext,
    private readonly device: Sender,
  ) {
    this.inFlight = new InFlight(device, this, context.traffic);
    this.telemetryTopic = Buffer.from(telemetryTopic(device.deviceName));
  }

  private get deviceName(): string {
    return this.device.deviceName;
  }

  get owesAnswers(): boolean {
    return this.inFlight.count > 0;
  }

  mayTake({ bytes, start }: FrameReader): boolean {
    const { connection, context, deviceName } = this;
    const kind = bytes[start]! >> 4;
    if (isAnswer(kind)) return true;
    if (kind === PACKET.publish) {
      // QoS 0 never waits: excess messages are dropped.
      if ((bytes[start]! & 0x06) === 0) return true;
      if (!context.telemetry.hasRoom) {
        connection.hold(HOLD.buffer);
        context.releaseWithRoom(connection);
        return false;
      }
    }
    const { rates } = context;
    const now = context.now();
    const rate = rates?.of(deviceName, now);
    if (rate && !rate.allows(now)) {
      context.traffic.slowed++;
      this.tellOfRate(rate, now);
      connection.hold(HOLD.rate);
      context.releaseInAMoment(connection);
      return false;
    }
    return true;
  }

  take(frames: FrameReader): void {
    const first = frames.bytes[frames.start]!;
    const kind = first >> 4;
    if (kind === PACKET.publish) return this.takePublish(frames);
    if ((first & 0x0f) !== (hasFlag(kind) ? 2 : 0)) throw malformed();
    if (!isAnswer(kind)) this.countAgainstRate();
    switch (kind) {
      case PACKET.pubrel:
        return this.takePubrel(frames);
      case PACKET.subscribe:
      case PACKET.unsubscribe:
        return this.takeSubscription(frames);
      case PACKET.pingreq:
        return this.connection.send(PINGRESP);
      case PACKET.disconnect:
        return this.connection.finish('disconnect');
      case PACKET.puback:
      case PACKET.pubrec:
      case PACKET.pubcomp:
        // Answers to messages of an earlier connection.
        return;
      default:
        // A second CONNECT, or an AUTH without a method agreed on.
        throw new ProtocolFault(REASONS.protocolError);
    }
  }

  acknowledge(kind: number, packetId: number, code: number): void {
    if (code !== 0 && this.connection.version === 4) return this.connection.end(REASONS.notStored);
    this.connection.acknowledge(kind, packetId, code);
  }

  answered(): void {
    if (this.connection.isHeld(HOLD.inFlight) && !this.hasMuchInFlight(0.5)) {
      this.connection.release(HOLD.inFlight);
    }
    this.connection.endIfDone();
  }

  private takePublish(frames: FrameReader): void {
    const { connection, context, inFlight } = this;
    const isMqtt5 = connection.version === 5;
    const packet = readPublish(frames, isMqtt5);
    if (packet.isRetained && isMqtt5) throw new ProtocolFault(REASONS.retainNotSupported);
    const { qos, packetId, payload } = packet;
    if (!this.isTelemetry(frames, packet)) return this.refuseTopic(frames, packet);
    if (payload.length > TELEMETRY_MAX_BYTES) throw new ProtocolFault(REASONS.tooLarge);
    if (qos === 0) return this.takeAtMostOnce(payload);

    if ((packet.isDuplicate || qos === 2) && inFlight.takeCopy(qos, packetId)) return;
    if (qos === 2 && inFlight.unreleasedCount >= context.limits.receiveMaximum) {
      throw new ProtocolFault(REASONS.tooManyUnreleased);
    }
    this.countAgainstRate();
    context.telemetry.write(inFlight.add(payload, Date.now(), qos, packetId));
    if (this.hasMuchInFlight(1)) connection.hold(HOLD.inFlight);
  }

  private takeAtMostOnce(payload: Buffer): void {
    const { context } = this;
    const { deviceName } = this.device;
    const { telemetry, traffic, rates } = context;
    if (!telemetry.hasRoom) return traffic.countDrop('buffer-full');
    const now = context.now();
    const rate = rates?.of(deviceName, now);
    if (rate && !rate.take(now)) {
      traffic.countDrop('rate');
      this.tellOfRate(rate, now);
      if (rate.countDrop(now) >= DROPS_IN_A_MOMENT) {
        this.connection.hold(HOLD.rate);
        context.releaseInAMoment(this.connection);
      }
      return;
    }
    const settle = (outcome: WriteOutcome) => traffic.countMessage(outcome, 0);
    telemetry.write({ ...this.device, payload, receivedAt: Date.now(), settle });
  }

  /** Whether a message goes to the device's own topic, named in full or by its alias. */
  private isTelemetry({ bytes }: FrameReader, { topicStart, topicEnd, topicAlias }: PublishPacket): boolean {
    const { telemetryTopic: own } = this;
    if (topicStart === topicEnd) {
      if (topicAlias === 0) throw new ProtocolFault(REASONS.protocolError);
      const meant = this.aliases?.get(topicAlias);
      if (meant === undefined) throw new ProtocolFault(REASONS.protocolError);
      return meant;
    }
    const isOwn =
      topicEnd - topicStart === own.length && bytes.compare(own, 0, own.length, topicStart, topicEnd) === 0;
    if (topicAlias !== 0) (this.aliases ??= new Map()).set(topicAlias, isOwn);
    return isOwn;
  }

  private refuseTopic({ bytes }: FrameReader, { topicStart, topicEnd, qos, packetId }: PublishPacket): void {
    const { connection, context, deviceName } = this;
    const topic = bytes.subarray(topicStart, topicEnd);
    if (!isUtf8(topic) || topic.includes(0)) throw malformed();
    if (topic.includes('#') || topic.includes('+')) throw new ProtocolFault(REASONS.topicNameInvalid);
    this.countAgainstRate();
    context.traffic.countMessage('refused', qos);
    // MQTT 3.1.1 has no code for it, and a QoS 0 message gets no answer.
    if (connection.version === 4 || qos === 0) throw new ProtocolFault(REASONS.notAuthorized);
    context.log.tell({ deviceName, reason: REASONS.notAuthorized.name }, 'message refused');
    this.inFlight.refuse(qos, packetId, REASONS.notAuthorized.code);
  }

  private takePubrel({ bytes, body, end }: FrameReader): void {
    const isMqtt5 = this.connection.version === 5;
    if (isMqtt5 ? end - body < 2 : end - body !== 2) throw malformed();
    const packetId = bytes.readUInt16BE(body);
    const isKnown = this.inFlight.release(packetId);
    if (!isKnown) this.countAgainstRate();
    this.connection.acknowledge(
      ACKNOWLEDGEMENT.pubcomp,
      packetId,
      isKnown || !isMqtt5 ? 0 : NO_SUCH_PACKET_ID,
    );
  }

  private takeSubscription({ bytes, start, end }: FrameReader): void {
    const { version } = this.connection;
    const packet = readSubscription(bytes.subarray(start, end), version);
    const { messageId } = packet;
    const own = commandTopic(this.deviceName);
    if (packet.cmd === 'unsubscribe') {
      const granted = packet.unsubscriptions.map((topic) => {
        const wasSubscribed = topic === own && this.isSubscribed;
        if (wasSubscribed) this.isSubscribed = false;
        return wasSubscribed ? 0 : NO_SUBSCRIPTION;
      });
      return this.connection.send(write({ cmd: 'unsuback', messageId, granted }, version));
    }
    if (packet.properties?.subscriptionIdentifier !== undefined) {
      throw new ProtocolFault(REASONS.subscriptionIdsNotSupported);
    }
    const refusal = version === 5 ? REASONS.notAuthorized.code : SUBSCRIPTION_FAILED;
    const granted = packet.subscriptions.map(({ topic, qos }) => {
      if (topic !== own) return refusal;
      this.isSubscribed = true;
      return Math.min(qos, 1);
    });
    if (granted.includes(refusal)) {
      const { deviceName } = this;
      this.context.log.tell({ deviceName, reason: REASONS.notAuthorized.name }, 'subscription refused');
    }
    this.connection.send(write({ cmd: 'suback', messageId, granted }, version));
  }

  private tellOfRate(rate: DeviceRate, now: number): void {
    if (rate.isWorthTelling(now)) {
      this.context.log.tell({ deviceName: this.deviceName }, 'device beyond its rate');
      this.context.tellBeyondRate(this.deviceName);
    }
  }

  private countAgainstRate(): void {
    const now = this.context.now();
    this.context.rates?.of(this.deviceName, now).take(now);
  }

  private hasMuchInFlight(share: number): boolean {
    const { receiveMaximum, inFlightBytes } = this.context.limits;
    return this.inFlight.count >= receiveMaximum * share || this.inFlight.bytes >= inFlightBytes * share;
  }
}
