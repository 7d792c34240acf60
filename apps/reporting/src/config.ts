import { MailVariables, MongoVariables, ServiceVariables } from '@telemon/platform/config';
import { z } from 'zod';

export const ReportingVariables = ServiceVariables.extend(MongoVariables.shape)
  .extend(MailVariables.shape)
  .extend({
    /** off: no limit on the exports of a user that are under way at once. */
    RATE_LIMITS: z.enum(['on', 'off']).default('on'),
    /** Ordered exports that a user may have under way at once. */
    EXPORTS_AT_ONCE: z.coerce.number().int().min(1).max(1_000).default(2),
  });
export type ReportingVariables = z.infer<typeof ReportingVariables>;
