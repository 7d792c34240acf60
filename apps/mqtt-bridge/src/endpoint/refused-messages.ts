import type { Sender } from '@telemon/edge/telemetry-writer';
import type { EndpointContext } from './endpoint-context.ts';
import { type FrameReader, PACKET } from './frame-reader.ts';
import { type PublishTopic, type PublishTopics, beginningOf } from './publish-topics.ts';
import { REASONS, type Reason } from './reasons.ts';
import type { MqttDropReason } from './traffic.ts';

/** This much of an image that is too large is kept with the reason, bytes. */
const KEPT_BYTES = 4_096;

/** The log's words about the messages that the endpoint refuses itself. */
export const SAID_OF_REFUSAL = {
  rate: 'its device sends more than it may',
  'buffer-full': 'there was no room for it',
  topic: 'a device may publish on its own topics only',
  'too-large': 'it is too large',
  retained: 'it has the retain flag, and retained messages are not supported',
  unreleased: 'too many messages with QoS 2 wait for their release',
} as const satisfies Record<MqttDropReason | 'topic' | 'too-large' | 'retained' | 'unreleased', string>;

/**
 * The reasons in the log for a message that ends the connection. Other faults don't belong to one message, or are logged where they are
 * found.
 */
const SAID_OF_FAULT: ReadonlyMap<Reason, string> = new Map([
  [REASONS.tooLarge, SAID_OF_REFUSAL['too-large']],
  [REASONS.retainNotSupported, SAID_OF_REFUSAL.retained],
  [REASONS.tooManyUnreleased, SAID_OF_REFUSAL.unreleased],
]);

/** Counts a QoS 0 message that is dropped, and hands it to the log, unless that must not have it either. */
export const countDrop = (
  { traffic, refusals, presence }: EndpointContext,
  device: Sender,
  dropped: { reason: MqttDropReason; topic: PublishTopic; payload: Buffer; isBlocked: boolean },
): void => {
  const { reason, topic, payload, isBlocked } = dropped;
  const { deviceName, deviceKey } = device;
  traffic.countDrop(reason);
  presence.refused(device, reason);
  if (isBlocked) return;
  refusals.add({ reason: SAID_OF_REFUSAL[reason], deviceName, deviceKey, content: topic.content, payload });
};

/** Hands a message on a topic that is none of the device's to the log, unless the topic is blocked. */
export const logForeignTopic = (
  { refusals, blockedTopics }: EndpointContext,
  { deviceName, deviceKey }: Sender,
  { topic, payload }: { topic: Buffer; payload: Buffer },
): void => {
  if (!blockedTopics.blocks(topic.toString()))
    refusals.add({ reason: SAID_OF_REFUSAL.topic, deviceName, deviceKey, topic, payload });
};

/**
 * Hands the message with which a device ends its connection to the log, as far as it has come, unless its topic is blocked. An image that
 * is too large goes the way of images, so that it has its place among them; it is not sent if there is no room, or if the device sends
 * more images than it may.
 */
export const logFault = (
  context: EndpointContext,
  device: Sender,
  {
    fault,
    frames,
    topics,
    isMqtt5,
  }: { fault: Reason; frames: FrameReader; topics: PublishTopics; isMqtt5: boolean },
): void => {
  const reason = SAID_OF_FAULT.get(fault);
  if (reason === undefined) return;
  const isPublish = frames.bytes[frames.start]! >> 4 === PACKET.publish;
  const packet = isPublish ? beginningOf(frames, isMqtt5) : null;
  if (packet === null) return;
  const { deviceName, deviceKey } = device;
  const { topicStart, topicEnd, topicAlias, payload } = packet;
  const bytes = payload.length + frames.end - frames.arrivedTo;
  const isImage = topics.bringsImage(frames, isMqtt5) === true;
  if (!isImage || fault !== REASONS.tooLarge) {
    const { name, content } = isImage ? topics.images : topics.readings;
    const topic =
      topicStart === topicEnd
        ? (topics.nameAs(topicAlias) ?? name)
        : frames.bytes.subarray(topicStart, topicEnd);
    if (context.blockedTopics.blocks(topic.toString())) return;
    return context.refusals.add({ reason, deviceName, deviceKey, content, topic, payload, bytes });
  }
  const { writer, rates } = topics.images;
  const now = context.now();
  if (topics.isBlocked(topics.images)) return;
  if (!writer.hasRoom || rates?.of(deviceName, now).take(now) === false) return;
  writer.write({
    ...device,
    payload: Buffer.from(payload.subarray(0, KEPT_BYTES)),
    receivedAt: Date.now(),
    tooLarge: bytes,
    settle: () => undefined,
  });
};
