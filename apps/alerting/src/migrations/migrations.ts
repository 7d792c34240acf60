import type { Migration } from '@telemon/platform/migrations/migrations';
import { countByDay } from './0001-count-by-day.ts';

/** All steps of alerting's schema, in their order. */
export const MIGRATIONS: readonly Migration[] = [countByDay];
