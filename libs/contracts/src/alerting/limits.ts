import { z } from 'zod';
import { call } from '../call.ts';

const ChannelLimit = z.object({
  limit: z.int(),
  /** In the present period. After the limit was lowered, it may be more. */
  used: z.int(),
  /** When the next period begins. */
  refreshes: z.string(),
});

/** The limits of a device, and the notices that it has sent in their present period. */
export const DeviceLimits = z.object({ sms: ChannelLimit, email: ChannelLimit });
export type DeviceLimits = z.infer<typeof DeviceLimits>;

export const limits = {
  ofDevice: call(
    'alerting.limits.of-device',
    z.strictObject({ deviceName: z.string().max(64) }),
    DeviceLimits,
  ),
};
