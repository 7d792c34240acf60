import type { Migration } from '@telemon/platform/migrations/migrations';
import { causesOfEntries } from './0001-causes-of-entries.ts';
import { countByDay } from './0002-count-by-day.ts';

/** All steps of the schema of alerting, in their order. */
export const MIGRATIONS: readonly Migration[] = [causesOfEntries, countByDay];
