import type { Reading } from '@telemon/contracts/readings';

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
    Array.isArray(reading.current) &&
    Array.isArray(reading.minimum) &&
    Array.isArray(reading.average) &&
    Array.isArray(reading.maximum)
  );
};
