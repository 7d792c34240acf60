import { MailVariables, MongoVariables, ServiceVariables } from '@telemon/platform/config';
import type { z } from 'zod';

export const ReportingVariables = ServiceVariables.extend(MongoVariables.shape).extend(MailVariables.shape);
export type ReportingVariables = z.infer<typeof ReportingVariables>;
