import {
  type HeartbeatHeaders,
  type RawHeaders,
  type Source,
  type SteadyTime,
  steadyTimeIn,
} from '@telemon/contracts/readings';
import type { MessageBatch } from '@telemon/platform/kafka/consumption';

/** The last time that the id of a reading can contain, epoch milliseconds. */
const LATEST_TIME = 2 ** 48 - 1;

/** A message of `telemetry.raw` or `telemetry.images` as it is fetched: headers are bytes. */
export type RawMessage = MessageBatch['messages'][number];

const header = ({ headers }: RawMessage, name: keyof RawHeaders): string => String(headers?.[name] ?? '');

export const isHeartbeat = ({ headers }: RawMessage): boolean => headers?.['heartbeat'] !== undefined;

/** The headers of a heartbeat, as the edge wrote them. */
export const heartbeatOf = (message: RawMessage): HeartbeatHeaders => ({
  heartbeat: String(message.headers?.['heartbeat']) as HeartbeatHeaders['heartbeat'],
  receivedAt: header(message, 'receivedAt'),
});

export const arrivalIdOf = (message: RawMessage): string => header(message, 'arrivalId');

/** When the edge received it, epoch milliseconds; null if it is no time. */
export const receivedAtOf = (message: RawMessage): number | null => {
  // Kafka's own timestamp, for a message that didn't come through our edges.
  const receivedAt = Number(header(message, 'receivedAt') || message.timestamp);
  return Number.isInteger(receivedAt) && receivedAt > 0 && receivedAt <= LATEST_TIME ? receivedAt : null;
};

/** The same by a clock that nobody can set; null where the edge didn't say. */
export const steadyAtOf = (message: RawMessage): SteadyTime | null =>
  steadyTimeIn(header(message, 'steadyAt'));

/** The key of the device that sent it; null where the edge didn't say. */
export const deviceKeyOf = (message: RawMessage): number | null => {
  const text = header(message, 'deviceKey');
  return text === '' ? null : Number(text);
};

/** The login that it came over; null where the edge didn't say. */
export const loginOf = (message: RawMessage): string | null => header(message, 'login') || null;

/** Whether the bridge sent it in place of the device, for a test. */
export const isTest = ({ headers }: RawMessage): boolean => headers?.['test'] !== undefined;

/** The topic at an outside broker that it was read from; null where it came over an endpoint. */
export const topicOf = (message: RawMessage): string | null => header(message, 'topic') || null;

export const sourceOf = (message: RawMessage): Source =>
  header(message, 'source') === 'udp' ? 'udp' : 'mqtt';

/** The size of an image that is too large, of which the value is the beginning; null for any other message. */
export const tooLargeOf = (message: RawMessage): number | null => {
  const bytes = Number(header(message, 'tooLarge'));
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null;
};
