import { defineError } from '@telemon/platform/errors';

export const floorNotFound = defineError('FloorNotFound', 'not-found', () => 'There is no such floor');
export const floorInUse = defineError('FloorInUse', 'conflict', () => 'Devices still stand on the floor');
/** Where a floor is named by something else than the path. */
export const noSuchFloor = defineError('NoSuchFloor', 'invalid', () => 'There is no such floor');
/** A floor is made with the plan that somebody has just uploaded, and not with one that another floor has. */
export const noSuchPlan = defineError('NoSuchPlan', 'invalid', () => 'Please upload an image!');
