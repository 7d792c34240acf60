import {
  type HeartbeatHeaders,
  type RawHeaders,
  type Source,
  type SteadyTime,
  steadyTimeIn,
} from './readings.ts';

/** The last time that the id of a reading or of a log row can contain, epoch milliseconds. */
const LATEST_TIME = 2 ** 48 - 1;

/** A message of `telemetry.raw` or `telemetry.images` as Kafka hands it over: its headers are bytes. */
export interface WithRawHeaders {
  readonly headers?: Readonly<Partial<Record<string, unknown>>> | undefined;
  /** Kafka's own, epoch milliseconds as text. */
  readonly timestamp: string;
}

const header = ({ headers }: WithRawHeaders, name: keyof RawHeaders): string => String(headers?.[name] ?? '');

export const isHeartbeat = ({ headers }: WithRawHeaders): boolean => headers?.['heartbeat'] !== undefined;

/** The headers of a heartbeat, as the edge wrote them. */
export const heartbeatOf = (message: WithRawHeaders): HeartbeatHeaders => ({
  heartbeat: String(message.headers?.['heartbeat']) as HeartbeatHeaders['heartbeat'],
  receivedAt: header(message, 'receivedAt'),
});

export const arrivalIdOf = (message: WithRawHeaders): string => header(message, 'arrivalId');

/** The time in a header or in Kafka's timestamp, epoch milliseconds; null if it is no time. */
export const timeIn = (text: string): number | null => {
  const time = Number(text);
  return Number.isInteger(time) && time > 0 && time <= LATEST_TIME ? time : null;
};

/** When the edge received the message, epoch milliseconds; null if its header is no time. */
export const receivedAtOf = (message: WithRawHeaders): number | null =>
  // Kafka's own timestamp, for a message that didn't come through our edges.
  timeIn(header(message, 'receivedAt') || message.timestamp);

/** When the edge received the message, by a clock that nobody can set; null where the edge didn't say. */
export const steadyAtOf = (message: WithRawHeaders): SteadyTime | null =>
  steadyTimeIn(header(message, 'steadyAt'));

/** The key of the device that sent the message; null where the edge didn't say. */
export const deviceKeyOf = (message: WithRawHeaders): number | null => {
  const text = header(message, 'deviceKey');
  return text === '' ? null : Number(text);
};

/** The login that the message came over; null where the edge didn't say. */
export const loginOf = (message: WithRawHeaders): string | null => header(message, 'login') || null;

/** Whether the bridge sent the message in place of the device, for a test. */
export const isTest = ({ headers }: WithRawHeaders): boolean => headers?.['test'] !== undefined;

/** The topic at an outside broker that the message was read from; null where it came over an endpoint. */
export const topicOf = (message: WithRawHeaders): string | null => header(message, 'topic') || null;

export const sourceOf = (message: WithRawHeaders): Source =>
  header(message, 'source') === 'udp' ? 'udp' : 'mqtt';

/** The size of an image that is too large, of which the value is the beginning; null for any other message. */
export const tooLargeOf = (message: WithRawHeaders): number | null => {
  const bytes = Number(header(message, 'tooLarge'));
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null;
};
