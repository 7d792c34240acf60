import {
  HEARTBEAT_TOLERANCE_MS,
  type HeartbeatHeaders,
  type Reading,
  Source,
} from '@telemon/contracts/readings';
import type { MessageBatch } from '@telemon/platform/kafka/consumption';

/** A message of `telemetry.readings`, as Kafka delivers it. */
export type ReadingsMessage = Pick<MessageBatch['messages'][number], 'value' | 'offset' | 'headers'> & {
  timestamp?: string;
};

/** The content of one message: readings, or that devices could reach Telemon at a time. */
export interface Heard {
  offset: number;
  readings: readonly Reading[];
  /** Epoch milliseconds; null if it is no heartbeat. */
  heartbeatAt: number | null;
  /** Whether the heartbeat is passed on for the first time and at once, as far as its times tell. */
  isFresh: boolean;
  /** The kinds of endpoint that the heartbeat is of: all if it doesn't say; none if it is no heartbeat. */
  sources: readonly Source[];
}

const HEARTBEAT: keyof HeartbeatHeaders = 'heartbeat';
const RECEIVED_AT: keyof HeartbeatHeaders = 'receivedAt';

/** The content of a message, or null if it is malformed. */
export const heardIn = ({ value, offset, headers, timestamp }: ReadingsMessage): Heard | null => {
  const at = { offset: Number(offset), readings: [], heartbeatAt: null, isFresh: false, sources: [] };
  if (headers?.[HEARTBEAT] === undefined) {
    const readings = decode(value);
    return readings && { ...at, readings };
  }
  const heartbeatAt = Number(headers[RECEIVED_AT]?.toString() || Number.NaN);
  if (!Number.isFinite(heartbeatAt)) return null;
  const isFresh = Math.abs(Number(timestamp) - heartbeatAt) <= HEARTBEAT_TOLERANCE_MS;
  return { ...at, heartbeatAt, isFresh, sources: sourcesOf(String(headers[HEARTBEAT])) };
};

const sourcesOf = (heartbeat: string): readonly Source[] => {
  const source = Source.options.filter((each) => each === heartbeat);
  return source.length > 0 ? source : Source.options;
};

/**
 * The readings of one message of `telemetry.readings`, or null if it is malformed. The check is hand-written, because
 * it runs for every reading; the comparison ignores values that are not numbers.
 */
export const decode = (value: Buffer | null): Reading[] | null => {
  try {
    const batch: unknown = JSON.parse(value?.toString() ?? '');
    return Array.isArray(batch) && batch.every(isReading) ? batch : null;
  } catch {
    return null;
  }
};

const isReading = (value: unknown): value is Reading => {
  if (value === null || typeof value !== 'object') return false;
  const reading = value as Partial<Reading>;
  return (
    typeof reading.id === 'string' &&
    typeof reading.deviceName === 'string' &&
    typeof reading.receivedAt === 'number' &&
    typeof reading.timestamp === 'number' &&
    typeof reading.late === 'boolean' &&
    (reading.source === undefined || reading.source === 'mqtt' || reading.source === 'udp') &&
    (reading.rawOffset === undefined || typeof reading.rawOffset === 'number') &&
    Array.isArray(reading.current) &&
    Array.isArray(reading.minimum) &&
    Array.isArray(reading.average) &&
    Array.isArray(reading.maximum)
  );
};
