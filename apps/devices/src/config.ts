import { KafkaVariables, MongoVariables, ServiceVariables } from '@telemon/platform/config';
import type { z } from 'zod';

export const DevicesVariables = ServiceVariables.extend(MongoVariables.shape).extend(KafkaVariables.shape);
export type DevicesVariables = z.infer<typeof DevicesVariables>;
