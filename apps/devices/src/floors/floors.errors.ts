import { defineError } from '@telemon/platform/errors';

export const floorNotFound = defineError('FloorNotFound', 'not-found', () => 'There is no such floor');
export const floorInUse = defineError('FloorInUse', 'conflict', () => 'Devices still stand on the floor');
/** For a floor that is named elsewhere than in the path. */
export const noSuchFloor = defineError('NoSuchFloor', 'invalid', () => 'There is no such floor');
/** A new floor needs a plan that the actor has just uploaded and that no other floor has. */
export const noSuchPlan = defineError('NoSuchPlan', 'invalid', () => 'Please upload an image!');
