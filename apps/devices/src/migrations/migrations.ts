import type { Migration } from '@telemon/platform/migrations/migrations';
import { completeDevices } from './0001-complete-devices.ts';
import { groupDeviceStates } from './0002-group-device-states.ts';

/** All steps of the schema of devices, in their order. */
export const MIGRATIONS: readonly Migration[] = [completeDevices, groupDeviceStates];
