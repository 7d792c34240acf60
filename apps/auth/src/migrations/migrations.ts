import type { Migration } from '@telemon/platform/migrations/migrations';
import { copyResets } from './0001-copy-resets.ts';

/** All steps of auth's schema, in their order. */
export const MIGRATIONS: readonly Migration[] = [copyResets];
