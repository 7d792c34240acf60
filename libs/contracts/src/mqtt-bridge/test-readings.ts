import { z } from 'zod';
import { call } from '../call.ts';

/** Less than the caller's own caller waits, ms. */
const PUBLISHED_WITHIN_MS = 3_500;

export const testPublications = {
  /**
   * Publishes a test reading to the bridge's own endpoint, as an MQTT client that is signed in as the device. It returns when the
   * endpoint has acknowledged it.
   */
  publish: call(
    'mqtt-bridge.test-readings.publish',
    z.strictObject({
      deviceName: z.string(),
      deviceKey: z.int(),
      values: z
        .strictObject({ TC1: z.number(), TC2: z.number(), TC3: z.number(), TC4: z.number() })
        .partial(),
    }),
    z.null(),
    { answerWithinMs: PUBLISHED_WITHIN_MS },
  ),
};
