import { z } from 'zod';
import { call } from '../call.ts';
import { DeviceName } from '../fields.ts';
import { Source, TELEMETRY_MAX_BYTES } from '../readings.ts';

/** A trace shows this many readings of a message. */
export const MOST_TRACED = 10;

const PerChannel = z.array(z.number().nullable()).length(4);

/** The values of a reading as they are stored, after mapping, calibration table and adjustment. */
export const StoredValues = z.object({
  timestamp: z.string(),
  receivedAt: z.string(),
  current: PerChannel,
  minimum: PerChannel,
  maximum: PerChannel,
  average: PerChannel,
});
export type StoredValues = z.infer<typeof StoredValues>;

/** A reading of a message, from what the device sent to what is stored. */
export const TracedReading = z.object({
  id: z.string(),
  /** The current values of TC1..TC4 as sent; null if the message is not known. */
  sent: PerChannel.nullable(),
  /** `earlier`: an earlier message had the same reading; `absent`: it is not stored yet, or not any more. */
  state: z.enum(['stored', 'earlier', 'absent']),
  stored: StoredValues.nullable(),
});
export type TracedReading = z.infer<typeof TracedReading>;

/** The name may be one that a device had before a rule for names was. */
const deviceName = DeviceName.or(z.string().max(64));

/** For the logs service, in a user's scope; there is no route of /v1 to them. */
export const readingTraces = {
  /** The first readings of a message, by the message itself. */
  ofMessage: call(
    'devices.traces.of-message',
    z.strictObject({
      deviceName,
      deviceKey: z.int(),
      source: Source,
      receivedAt: z.number(),
      arrivalId: z.string().max(64),
      payload: z.string().max(TELEMETRY_MAX_BYTES),
    }),
    z.object({ readings: z.array(TracedReading), isWhole: z.boolean() }),
  ),
  /** A stored reading by its id, with the key of its device; null if it is not there. */
  ofReading: call(
    'devices.traces.of-reading',
    z.strictObject({ deviceName, id: z.string().max(64) }),
    z.object({ deviceKey: z.int(), reading: TracedReading.nullable() }),
  ),
};
