import { z } from 'zod';
import { call } from '../call.ts';

/** The share of a limit from which on users are warned that it is nearly used up. */
const WARNED_FROM = 0.8;

/** Whether users are warned that a limit is nearly, or entirely, used up. */
export const isNearlyUsedUp = (used: number, limit: number): boolean =>
  used >= Math.ceil(limit * WARNED_FROM);

const ChannelLimit = z.object({
  limit: z.int(),
  /** In the present period. After the limit was lowered, it may be more. */
  used: z.int(),
  /** When the next period begins. */
  refreshes: z.string(),
});

export type ChannelLimit = z.infer<typeof ChannelLimit>;

/** The limits of a device, and the notices that it has sent in their present period. */
export const DeviceLimits = z.object({
  sms: ChannelLimit,
  email: ChannelLimit,
  /** The limit of SMS for all devices of the manager in this month; null while no manager is known. */
  managerSms: ChannelLimit.nullable(),
});
export type DeviceLimits = z.infer<typeof DeviceLimits>;

export const limits = {
  ofDevice: call(
    'alerting.limits.of-device',
    z.strictObject({ deviceName: z.string().max(64) }),
    DeviceLimits,
  ),
};
