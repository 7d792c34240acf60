import type { WriteOutcome } from '@telemon/edge/batcher';
import type { DeviceRate, DeviceRates } from '@telemon/edge/device-rates';
import type { Sender } from '@telemon/edge/telemetry-writer';
import { CommandWindow } from './command-window.ts';
import type { Connection } from './connection.ts';
import type { Conversation } from './conversation.ts';
import { type FrameReader, PACKET } from './frame-reader.ts';
import { HOLD } from './holds.ts';
import { type Acknowledger, InFlight } from './in-flight.ts';
import { type PublishTopic, PublishTopics } from './publish-topics.ts';
import { LARGE_PACKET_BYTES } from './limits.ts';
import { ACKNOWLEDGEMENT, PINGRESP } from './packets.ts';
import { type PublishPacket, isText, readPublish } from './publish-packet.ts';
import { ProtocolFault, REASONS, type Reason } from './reasons.ts';
import type { EndpointContext } from './endpoint-context.ts';
import { countDrop, logFault, logForeignTopic } from './refused-messages.ts';

/** Dropped messages in a moment after which reading from the device pauses for a moment. */
const DROPS_IN_A_MOMENT = 1_000;

/** The bits of the QoS in the first byte of a PUBLISH. */
const QOS_BITS = 0x06;
/** MQTT 5: no such packet id. */
const NO_SUCH_PACKET_ID = 0x92;

/** Flags of a fixed header: these kinds of packets have one bit set, all others but PUBLISH none. */
const hasFlag = (kind: number) =>
  kind === PACKET.pubrel || kind === PACKET.subscribe || kind === PACKET.unsubscribe;

/** Packets that only answer or end: they don't count against the device's rate. */
const isAnswer = (kind: number) =>
  (kind >= PACKET.puback && kind <= PACKET.pubcomp) || kind === PACKET.disconnect;

const sizeOf = ({ start, end }: FrameReader): number => end - start;

const malformed = () => new ProtocolFault(REASONS.malformed);

/** The conversation with a signed-in device: writes its messages to Kafka, and answers all other packets. */
export class MqttSession implements Conversation, Acknowledger {
  private readonly topics: PublishTopics;
  private readonly inFlight: InFlight;
  private readonly commands: CommandWindow;

  constructor(
    private readonly connection: Connection,
    private readonly context: EndpointContext,
    private readonly device: Sender,
  ) {
    this.inFlight = new InFlight(device, this, context.traffic);
    this.topics = new PublishTopics(device.deviceName, context);
    this.commands = new CommandWindow(connection, context, device);
  }

  private get deviceName(): string {
    return this.device.deviceName;
  }

  get owesAnswers(): boolean {
    return this.inFlight.count > 0;
  }

  sendMore(): void {
    this.commands.send();
  }

  mayTake(frames: FrameReader): boolean {
    const { connection, context } = this;
    const { bytes, start } = frames;
    let { rates } = context;
    let tokens = 1;
    const kind = bytes[start]! >> 4;
    if (isAnswer(kind)) return true;
    if (kind === PACKET.publish) {
      // QoS 0 never waits: excess messages are dropped.
      if ((bytes[start]! & QOS_BITS) === 0) return true;
      const { readings, images } = this.topics;
      const topic = this.topics.isImage(frames, connection.version === 5) ? images : readings;
      ({ rates } = topic);
      tokens = topic.tokensFor(sizeOf(frames));
      if (!topic.writer.hasRoom) {
        connection.hold(HOLD.buffer);
        context.releaseWithRoom(connection);
        return false;
      }
    }
    return !this.waitsForRate(rates, tokens);
  }

  expect(frames: FrameReader): void {
    if (frames.expectedBytes <= LARGE_PACKET_BYTES) return;
    const isImage = this.topics.bringsImage(frames, this.connection.version === 5);
    if (isImage === false) throw new ProtocolFault(REASONS.tooLarge);
    if (!isImage) return;
    const { connection, context } = this;
    // A place is for an image that may come: waiting in it for the device's rate would keep others waiting. QoS 0 never waits.
    const mayWait = (frames.bytes[frames.start]! & QOS_BITS) !== 0 && !context.largePackets.has(connection);
    if (mayWait && this.waitsForRate(this.topics.images.rates)) return;
    context.largePackets.admit(connection, frames.expectedBytes);
  }

  refused(frames: FrameReader, fault: Reason): void {
    const isMqtt5 = this.connection.version === 5;
    logFault(this.context, this.device, { fault, frames, topics: this.topics, isMqtt5 });
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
        return this.commands.takeSubscription(frames);
      case PACKET.pingreq:
        if (frames.end > frames.body) throw malformed();
        return this.connection.send(PINGRESP);
      case PACKET.disconnect:
        return this.connection.finish('disconnect');
      case PACKET.puback:
        return this.commands.acknowledge(this.packetIdIn(frames));
      case PACKET.pubrec:
      case PACKET.pubcomp:
        // We send nothing with QoS 2.
        return;
      default:
        // A second CONNECT, or an AUTH without a method agreed on.
        throw new ProtocolFault(REASONS.protocolError);
    }
  }

  acknowledge(kind: number, packetId: number, refusal: Reason | null): void {
    const { connection } = this;
    if (refusal === null) connection.acknowledge(kind, packetId, 0);
    else if (connection.version === 4) connection.end(refusal);
    else connection.refuse(kind, packetId, refusal);
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
    if (frames.end - frames.start > LARGE_PACKET_BYTES) context.largePackets.leave(connection);
    const packet = readPublish(frames, isMqtt5);
    if (packet.isRetained && isMqtt5) throw new ProtocolFault(REASONS.retainNotSupported);
    const { qos, packetId, payload } = packet;
    const topic = this.topics.of(frames, packet);
    if (Buffer.isBuffer(topic)) {
      this.refuseTopic(topic, packet, sizeOf(frames));
      return this.holdIfMuchInFlight();
    }
    if (payload.length > topic.mostBytes) throw new ProtocolFault(REASONS.tooLarge);
    const tokens = topic.tokensFor(sizeOf(frames));
    if (qos === 0) return this.takeAtMostOnce(topic, payload, tokens);

    if ((packet.isDuplicate || qos === 2) && inFlight.takeCopy(qos, packetId)) return;
    if (qos === 2 && inFlight.unreleasedCount >= context.limits.receiveMaximum) {
      throw new ProtocolFault(REASONS.tooManyUnreleased);
    }
    this.countAgainstRate(topic.rates, tokens);
    if (this.topics.isBlocked(topic)) this.block(qos, packetId);
    else topic.writer.write(inFlight.add(payload, Date.now(), qos, packetId));
    this.holdIfMuchInFlight();
  }

  /** MQTT 3.1.1 has no code for a refusal, and a device without an acknowledgement would send the message again for ever. */
  private block(qos: 1 | 2, packetId: number): void {
    const { context, connection } = this;
    context.traffic.countMessage('blocked', qos);
    context.presence.refused(this.device, REASONS.topicBlocked.name);
    this.inFlight.answerUnstored(qos, packetId, connection.version === 5 ? REASONS.topicBlocked : null);
  }

  private takeAtMostOnce(topic: PublishTopic, payload: Buffer, tokens: number): void {
    const { context, device } = this;
    const { traffic } = context;
    const { writer } = topic;
    const isBlocked = this.topics.isBlocked(topic);
    if (!isBlocked && !writer.hasRoom) {
      return countDrop(context, device, { reason: 'buffer-full', topic, payload, isBlocked });
    }
    const now = context.now();
    const rate = topic.rates?.of(device.deviceName, now);
    if (rate && !rate.take(now, tokens)) {
      countDrop(context, device, { reason: 'rate', topic, payload, isBlocked });
      this.tellOfRate(rate, now);
      if (rate.countDrop(now) >= DROPS_IN_A_MOMENT) {
        this.connection.hold(HOLD.rate);
        context.releaseInAMoment(this.connection);
      }
      return;
    }
    if (isBlocked) {
      context.presence.refused(device, REASONS.topicBlocked.name);
      return traffic.countMessage('blocked', 0);
    }
    const settle = (outcome: WriteOutcome) => traffic.countMessage(outcome, 0);
    writer.write({ ...device, payload, receivedAt: Date.now(), settle });
  }

  private refuseTopic(topic: Buffer, { qos, packetId, payload }: PublishPacket, bytes: number): void {
    const { connection, context, deviceName } = this;
    if (!isText(topic)) throw malformed();
    logForeignTopic(context, this.device, { topic, payload });
    if (topic.includes('#') || topic.includes('+')) throw new ProtocolFault(REASONS.topicNameInvalid);
    const { readings } = this.topics;
    this.countAgainstRate(readings.rates, readings.tokensFor(bytes));
    context.traffic.countMessage('refused', qos);
    // MQTT 3.1.1 has no code for it, and a QoS 0 message gets no answer.
    if (connection.version === 4 || qos === 0) throw new ProtocolFault(REASONS.notAuthorized);
    context.log.tell({ deviceName, reason: REASONS.notAuthorized.name }, 'message refused');
    context.presence.refused(this.device, REASONS.notAuthorized.name);
    this.inFlight.answerUnstored(qos, packetId, REASONS.notAuthorized);
  }

  /** The packet id of an answer, with which it begins. */
  private packetIdIn({ bytes, body, end }: FrameReader): number {
    if (this.connection.version === 5 ? end - body < 2 : end - body !== 2) throw malformed();
    const packetId = bytes.readUInt16BE(body);
    if (packetId === 0) throw malformed();
    return packetId;
  }

  private takePubrel(frames: FrameReader): void {
    const isMqtt5 = this.connection.version === 5;
    const packetId = this.packetIdIn(frames);
    const isKnown = this.inFlight.release(packetId);
    if (!isKnown) this.countAgainstRate();
    this.connection.acknowledge(
      ACKNOWLEDGEMENT.pubcomp,
      packetId,
      isKnown || !isMqtt5 ? 0 : NO_SUCH_PACKET_ID,
    );
  }

  /** Whether the device is beyond a rate; if so, its connection is held for a moment. */
  private waitsForRate(rates: DeviceRates | null, tokens = 1): boolean {
    const { connection, context, deviceName } = this;
    const now = context.now();
    const rate = rates?.of(deviceName, now);
    if (!rate || rate.allows(now, tokens)) return false;
    context.traffic.slowed++;
    this.tellOfRate(rate, now);
    connection.hold(HOLD.rate);
    context.releaseInAMoment(connection);
    return true;
  }

  private tellOfRate(rate: DeviceRate, now: number): void {
    if (rate.isWorthTelling(now)) {
      this.context.log.tell({ deviceName: this.deviceName }, 'device beyond its rate');
      this.context.tellBeyondRate(this.deviceName);
    }
  }

  private countAgainstRate(rates: DeviceRates | null = this.context.rates, tokens = 1): void {
    const now = this.context.now();
    rates?.of(this.deviceName, now).take(now, tokens);
  }

  /** Refused messages count, too: their answers wait for those of the messages before them. */
  private holdIfMuchInFlight(): void {
    if (this.hasMuchInFlight(1)) this.connection.hold(HOLD.inFlight);
  }

  private hasMuchInFlight(share: number): boolean {
    const { receiveMaximum, inFlightBytes } = this.context.limits;
    return this.inFlight.count >= receiveMaximum * share || this.inFlight.bytes >= inFlightBytes * share;
  }
}
