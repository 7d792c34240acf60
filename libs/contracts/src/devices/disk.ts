import { z } from 'zod';
import { call } from '../call.ts';

/** The disk of the database. */
export const Disk = z.object({
  totalBytes: z.number().nonnegative(),
  freeBytes: z.number().nonnegative(),
  /** Until it is full, at the growth of the last day; null while that is not known, or if it does not grow. */
  daysLeft: z.number().nonnegative().nullable(),
  /** Whether it will be full soon. */
  isLow: z.boolean(),
});
export type Disk = z.infer<typeof Disk>;

export const disk = {
  /** Null if the database does not tell its disk's size. */
  get: call('devices.disk.get', z.strictObject({}), Disk.nullable()),
};
