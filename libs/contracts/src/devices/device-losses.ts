import { z } from 'zod';
import { call } from '../call.ts';

/**
 * For services that keep what a user was shown: whether the user has lost a device since, by a change of its manager or of its
 * assistants. A deleted device is not lost, and nobody loses devices whose scope is all of them.
 */
export const deviceLosses = {
  /** Whether the actor has lost devices since an earlier mark. Without one, nothing is lost. */
  since: call(
    'devices.losses.since',
    z.strictObject({
      /** The only device that matters; null: any. */
      deviceName: z.string().max(100).nullable(),
      mark: z.string().nullable(),
    }),
    z.object({
      /** The mark of this moment. */
      mark: z.string(),
      hasLost: z.boolean(),
    }),
  ),
};
