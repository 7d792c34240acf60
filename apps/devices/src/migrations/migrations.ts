import type { Migration } from '@telemon/platform/migrations/migrations';
import { completeDevices } from './0001-complete-devices.ts';

/** All steps of the schema of devices, in their order. */
export const MIGRATIONS: readonly Migration[] = [completeDevices];
