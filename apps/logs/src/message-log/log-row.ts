import { imageTopic, telemetryTopic } from '@telemon/contracts/mqtt-bridge/mqtt';
import {
  arrivalIdOf,
  deviceKeyOf,
  isHeartbeat,
  receivedAtOf,
  sourceOf,
  timeIn,
  topicOf,
} from '@telemon/contracts/raw-headers';
import type { DeadLetter } from '@telemon/contracts/readings';
import type { MessageBatch } from '@telemon/platform/kafka/consumption';

export const LOGS = ['mqtt', 'udp'] as const;
export type LogName = (typeof LOGS)[number];

/** The key of a row about the messages of all devices; a device's own key is higher. */
export const OF_ALL_DEVICES = 0;

/** A row of the MQTT or the UDP log. */
export interface LogRow {
  /** The time of arrival and the arrival id, so that rows are stored in the order of their arrival. */
  _id: string;
  deviceName: string | null;
  /** null: the sender is not known. */
  deviceKey: number | null;
  /** Where it was published, or where its route sent it; '' for a datagram that no route took. */
  topic: string;
  /** The target of the route that took it; only of a datagram. */
  host?: string;
  port?: number;
  /** The beginning of the payload as text; bytes that are no text show as U+FFFD. */
  data: string;
  /** Length of the whole payload. */
  bytes: number;
  /** Why the message was refused; empty: it was not refused. */
  reasons: string[];
  /** How many messages the row stands for. */
  count: number;
}

/** A row, and the log that it belongs to. */
export interface Logged {
  readonly log: LogName;
  readonly row: LogRow;
}

/** The rows that belong to a log. */
export const rowsOf = (log: LogName, logged: readonly Logged[]): LogRow[] =>
  logged.filter((each) => each.log === log).map(({ row }) => row);

/** Bytes of a payload that the text of a row is made from. A dead letter keeps as many, so that its row has the same text. */
const LOOKED_AT_BYTES = 4_096;
const LONGEST_DATA = 2_048;
const LONGEST_TOPIC = 256;
const LONGEST_REASON = 300;

/** Hex digits of a time in ms: as many as in the id of a reading. */
const TIME_DIGITS = 12;

/** The smallest id of a row that arrived at a time (epoch ms) or later. */
export const firstIdFrom = (time: number): string => Math.floor(time).toString(16).padStart(TIME_DIGITS, '0');

const idOf = (receivedAt: number, arrivalId: string): string => `${firstIdFrom(receivedAt)}-${arrivalId}`;

/** When the messages of a row arrived. */
export const arrivalOf = ({ _id }: Pick<LogRow, '_id'>): Date =>
  new Date(Number.parseInt(_id.slice(0, TIME_DIGITS), 16));

/** The arrival id in the id of a row. */
export const arrivalIdIn = (id: string): string => id.slice(TIME_DIGITS + 1);

type RawMessage = MessageBatch['messages'][number];

const textOf = (payload: Buffer): string =>
  payload.subarray(0, LOOKED_AT_BYTES).toString('utf8').slice(0, LONGEST_DATA);

const topicOfDevice = (log: LogName, deviceName: string | null, isImage = false): string => {
  if (log !== 'mqtt' || deviceName === null) return '';
  return isImage ? imageTopic(deviceName) : telemetryTopic(deviceName);
};

/** The log of a message of `telemetry.raw`; null for a heartbeat, which no device sent. */
export const logOf = (message: RawMessage): LogName | null =>
  isHeartbeat(message) ? null : sourceOf(message);

/** The device of a message of `telemetry.raw`. */
export const deviceOf = ({ key }: RawMessage): string | null => key?.toString() ?? null;

/** The row of a message of `telemetry.raw`. @param count How many messages of its device the row stands for */
export const rowOf = (log: LogName, message: RawMessage, count: number): LogRow => {
  const deviceName = deviceOf(message);
  const payload = message.value ?? Buffer.alloc(0);
  const receivedAt = receivedAtOf(message) ?? timeIn(message.timestamp) ?? Date.now();
  return {
    _id: idOf(receivedAt, arrivalIdOf(message)),
    deviceName,
    deviceKey: deviceKeyOf(message),
    topic: (topicOf(message) ?? topicOfDevice(log, deviceName)).slice(0, LONGEST_TOPIC),
    data: textOf(payload),
    bytes: payload.length,
    reasons: [],
    count,
  };
};

/** The row of a dead letter: the row of its message, with the reason. */
export const ofDeadLetter = (letter: DeadLetter): Logged => {
  const { source, deviceName, deviceKey, content, topic, reason, count = 1 } = letter;
  return {
    log: source,
    row: {
      _id: idOf(letter.receivedAt, letter.arrivalId),
      deviceName,
      deviceKey,
      topic: (topic ?? topicOfDevice(source, deviceName, content === 'image')).slice(0, LONGEST_TOPIC),
      data: textOf(Buffer.from(letter.payload, 'base64')),
      bytes: letter.payloadBytes,
      reasons: [reason.slice(0, LONGEST_REASON)],
      count,
    },
  };
};

/** The row in place of messages that a log does not show. */
export const ofUnshown = (receivedAt: number, reason: string): LogRow => ({
  _id: idOf(receivedAt, 'not-shown'),
  deviceName: null,
  deviceKey: OF_ALL_DEVICES,
  topic: '',
  data: '',
  bytes: 0,
  reasons: [reason],
  count: 0,
});
