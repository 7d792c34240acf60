import { IMAGE_MAX_BYTES } from '@telemon/contracts/devices/images';
import { imageTopic, telemetryTopic } from '@telemon/contracts/mqtt-bridge/mqtt';
import { TELEMETRY_MAX_BYTES } from '@telemon/contracts/readings';
import { type DeviceRates, tokensFor } from '@telemon/edge/device-rates';
import type { TelemetryWriter } from '@telemon/edge/telemetry-writer';
import type { BoundedLog } from './bounded-log.ts';
import type { FrameReader } from './frame-reader.ts';
import { LARGE_PACKET_BYTES } from './limits.ts';
import { type PublishPacket, readPublish } from './publish-packet.ts';
import { ProtocolFault, REASONS } from './reasons.ts';
import type { TopicBlocks } from './topic-blocks.ts';

/** A topic that a device may publish to: where its messages go, and their limits. */
export interface PublishTopic {
  readonly name: Buffer;
  readonly content: 'telemetry' | 'image';
  readonly writer: TelemetryWriter;
  /** null: no limit. */
  readonly rates: DeviceRates | null;
  /** How many tokens of its rate a packet of this many bytes costs. */
  readonly tokensFor: (bytes: number) => number;
  /** Largest payload, bytes. */
  readonly mostBytes: number;
  /** Whether the topic was blocked after this many changes of the blocked topics. */
  verdict: { isBlocked: boolean; changes: number };
}

/** Before any topic is blocked. */
const NOT_BLOCKED = { isBlocked: false, changes: 0 } as const;

interface PublishTopicsContext {
  readonly telemetry: TelemetryWriter;
  readonly images: TelemetryWriter;
  readonly readingRates: DeviceRates | null;
  readonly imageRates: DeviceRates | null;
  readonly blockedTopics: TopicBlocks;
  readonly log: BoundedLog;
}

/** The topics that a device may publish to. Images have a buffer and a rate of their own, so that they delay no readings. */
export class PublishTopics {
  readonly readings: PublishTopic;
  readonly images: PublishTopic;
  /** Topic alias → the topic, or only its name if the device may not publish to it. */
  private aliases: Map<number, PublishTopic | Buffer> | undefined;

  constructor(
    private readonly deviceName: string,
    private readonly context: PublishTopicsContext,
  ) {
    this.readings = {
      name: Buffer.from(telemetryTopic(deviceName)),
      content: 'telemetry',
      writer: context.telemetry,
      rates: context.readingRates,
      tokensFor,
      mostBytes: TELEMETRY_MAX_BYTES,
      verdict: NOT_BLOCKED,
    };
    this.images = {
      name: Buffer.from(imageTopic(deviceName)),
      content: 'image',
      writer: context.images,
      rates: context.imageRates,
      tokensFor: () => 1,
      mostBytes: IMAGE_MAX_BYTES,
      verdict: NOT_BLOCKED,
    };
  }

  /** The topic of a message, which names it in full or by an alias; only the name if the device may not publish to it. */
  of({ bytes }: FrameReader, { topicStart, topicEnd, topicAlias }: PublishPacket): PublishTopic | Buffer {
    if (topicStart === topicEnd) {
      if (topicAlias === 0) throw new ProtocolFault(REASONS.protocolError);
      const meant = this.aliases?.get(topicAlias);
      if (meant === undefined) throw new ProtocolFault(REASONS.protocolError);
      return meant;
    }
    // A copy, because the bytes of the packet are used again.
    const meant =
      this.named(bytes, topicStart, topicEnd) ?? Buffer.from(bytes.subarray(topicStart, topicEnd));
    if (topicAlias !== 0) (this.aliases ??= new Map()).set(topicAlias, meant);
    return meant;
  }

  /** The name for which an alias stands; undefined if the alias is unknown. */
  nameAs(alias: number): Buffer | undefined {
    const meant = this.aliases?.get(alias);
    return Buffer.isBuffer(meant) ? meant : meant?.name;
  }

  /** Whether a topic is blocked: judged, and logged, once for each change of the blocked topics. */
  isBlocked(topic: PublishTopic): boolean {
    const { blockedTopics, log } = this.context;
    const { changes } = blockedTopics;
    if (topic.verdict.changes !== changes) {
      const name = topic.name.toString();
      topic.verdict = { isBlocked: blockedTopics.blocks(name), changes };
      if (topic.verdict.isBlocked) log.tell({ deviceName: this.deviceName, topic: name }, 'messages blocked');
    }
    return topic.verdict.isBlocked;
  }

  /** Whether a whole PUBLISH brings an image, without parsing it unless it names its topic by an alias. */
  isImage(frames: FrameReader, isMqtt5: boolean): boolean {
    const { bytes, body, end } = frames;
    const length = (bytes[body]! << 8) | bytes[body + 1]!;
    // The packet is malformed, which its parser will say.
    if (body + 2 + length > end) return false;
    if (length === 0 && isMqtt5 && this.aliases) {
      return this.aliases.get(readPublish(frames, true).topicAlias) === this.images;
    }
    return isAt(this.images.name, bytes, body + 2, body + 2 + length);
  }

  /** Whether a PUBLISH that is still arriving brings an image; null: the topic has not arrived yet. */
  bringsImage(frames: FrameReader, isMqtt5: boolean): boolean | null {
    const { bytes, body, arrivedTo } = frames;
    if (arrivedTo < body + 2) return null;
    const topicStart = body + 2;
    const length = (bytes[body]! << 8) | bytes[body + 1]!;
    if (length > 0) {
      if (length !== this.images.name.length) return false;
      if (arrivedTo < topicStart + length) return null;
      return isAt(this.images.name, bytes, topicStart, topicStart + length);
    }
    const packet = beginningOf(frames, isMqtt5);
    // No honest packet has so many properties.
    if (packet === null && arrivedTo - frames.start > LARGE_PACKET_BYTES) return false;
    return packet && this.aliases?.get(packet.topicAlias) === this.images;
  }

  private named(bytes: Buffer, start: number, end: number): PublishTopic | null {
    if (isAt(this.readings.name, bytes, start, end)) return this.readings;
    return isAt(this.images.name, bytes, start, end) ? this.images : null;
  }
}

const isAt = (name: Buffer, bytes: Buffer, start: number, end: number): boolean =>
  end - start === name.length && bytes.compare(name, 0, name.length, start, end) === 0;

/** The part of a PUBLISH that has arrived; null if it can't be read yet. */
export const beginningOf = (frames: FrameReader, isMqtt5: boolean): PublishPacket | null => {
  const { bytes, start, body, arrivedTo } = frames;
  try {
    return readPublish({ bytes, start, body, end: arrivedTo }, isMqtt5);
  } catch {
    return null;
  }
};
