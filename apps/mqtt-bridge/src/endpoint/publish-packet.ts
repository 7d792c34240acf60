import { isUtf8 } from 'node:buffer';
import { ProtocolFault, REASONS } from './reasons.ts';
import type { FrameReader } from './frame-reader.ts';

/** The largest topic alias: a number for a topic, per connection (MQTT 5). */
export const TOPIC_ALIAS_MAXIMUM = 8;

const RETAIN = 0x01;
const DUP = 0x08;

const SUBSCRIPTION_IDENTIFIER = 0x0b;
const TOPIC_ALIAS = 0x23;
const USER_PROPERTY = 0x26;
/** The size of a PUBLISH's properties by identifier, bytes; `prefixed`: a length, then its bytes. */
const SIZE_OF_PROPERTY: Readonly<Record<number, number | 'prefixed'>> = {
  0x01: 1, // payload format indicator
  0x02: 4, // message expiry interval
  0x03: 'prefixed', // content type
  0x08: 'prefixed', // response topic
  0x09: 'prefixed', // correlation data
  [TOPIC_ALIAS]: 2,
};

/**
 * A PUBLISH, parsed in place: it comes thousands of times a second, so parsing allocates only this object and a view of
 * its payload. The topic stays bytes, from `topicStart` to `topicEnd` of the frame.
 */
export interface PublishPacket {
  readonly qos: 0 | 1 | 2;
  readonly isDuplicate: boolean;
  readonly isRetained: boolean;
  readonly topicStart: number;
  readonly topicEnd: number;
  /** 0 for QoS 0. */
  readonly packetId: number;
  /** 0: none. */
  readonly topicAlias: number;
  readonly payload: Buffer;
}

const malformed = () => new ProtocolFault(REASONS.malformed);

/** Parses a whole PUBLISH. @throws ProtocolFault if it breaks the rules of its version. */
export const readPublish = (
  { bytes, start, body, end }: Pick<FrameReader, 'bytes' | 'start' | 'body' | 'end'>,
  isMqtt5: boolean,
): PublishPacket => {
  const flags = bytes[start]! & 0x0f;
  const qos = (flags >> 1) & 0x03;
  const isDuplicate = (flags & DUP) !== 0;
  if (qos === 3 || (qos === 0 && isDuplicate)) throw malformed();

  if (end - body < 2) throw malformed();
  const topicStart = body + 2;
  const topicEnd = topicStart + ((bytes[body]! << 8) | bytes[body + 1]!);
  let at = topicEnd;
  let packetId = 0;
  if (qos > 0) {
    if (at + 2 > end) throw malformed();
    packetId = (bytes[at]! << 8) | bytes[at + 1]!;
    if (packetId === 0) throw new ProtocolFault(REASONS.protocolError);
    at += 2;
  }
  if (at > end) throw malformed();

  let topicAlias = 0;
  if (isMqtt5) {
    if (at >= end) throw malformed();
    if (bytes[at] === 0) at++;
    else {
      const properties = readLength(bytes, at, end);
      topicAlias = readTopicAlias(bytes, properties.start, properties.end);
      at = properties.end;
    }
  }
  return {
    qos: qos as 0 | 1 | 2,
    isDuplicate,
    isRetained: (flags & RETAIN) !== 0,
    topicStart,
    topicEnd,
    packetId,
    topicAlias,
    payload: bytes.subarray(at, end),
  };
};

/** Whether bytes are a text as MQTT allows it: UTF-8 without NUL. */
export const isText = (bytes: Buffer): boolean => isUtf8(bytes) && !bytes.includes(0);

/** Reads the length at `from`, a variable byte integer; returns the range of the bytes that follow it. */
export const readLength = (bytes: Buffer, from: number, end: number): { start: number; end: number } => {
  let length = 0;
  let at = from;
  for (let shift = 0; ; shift += 7, at++) {
    if (shift > 21 || at >= end) throw malformed();
    length |= (bytes[at]! & 0x7f) << shift;
    if (bytes[at]! < 0x80) break;
  }
  const start = at + 1;
  if (start + length > end) throw malformed();
  return { start, end: start + length };
};

/** Validates the properties, and returns the topic alias; 0: none. */
const readTopicAlias = (bytes: Buffer, start: number, end: number): number => {
  let alias = 0;
  let seen = 0n;
  for (let at = start; at < end;) {
    const property = bytes[at++]!;
    if (property === USER_PROPERTY) {
      at = behindPrefixed(bytes, behindPrefixed(bytes, at, end), end);
      continue;
    }
    // Only a server sends a subscription identifier with a message.
    if (property === SUBSCRIPTION_IDENTIFIER) throw new ProtocolFault(REASONS.protocolError);
    const size = SIZE_OF_PROPERTY[property];
    if (size === undefined) throw malformed();
    const mark = 1n << BigInt(property);
    if (seen & mark) throw new ProtocolFault(REASONS.protocolError);
    seen |= mark;
    if (property === TOPIC_ALIAS && at + 2 <= end) {
      alias = (bytes[at]! << 8) | bytes[at + 1]!;
      if (alias === 0 || alias > TOPIC_ALIAS_MAXIMUM) throw new ProtocolFault(REASONS.topicAliasInvalid);
    }
    at = size === 'prefixed' ? behindPrefixed(bytes, at, end) : at + size;
    if (at > end) throw malformed();
  }
  return alias;
};

const behindPrefixed = (bytes: Buffer, at: number, end: number): number => {
  if (at + 2 > end) throw malformed();
  const behind = at + 2 + ((bytes[at]! << 8) | bytes[at + 1]!);
  if (behind > end) throw malformed();
  return behind;
};
