import type { Migration } from '@telemon/platform/migrations/migrations';
import { copyRefusals } from './0001-copy-refusals.ts';

/** All steps of the schema of logs, in their order. */
export const MIGRATIONS: readonly Migration[] = [copyRefusals];
