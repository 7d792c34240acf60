import { defineError } from '@telemon/platform/errors';

export const buildingNotFound = defineError(
  'BuildingNotFound',
  'not-found',
  () => 'There is no such building',
);
export const buildingInUse = defineError(
  'BuildingInUse',
  'conflict',
  () => 'The building still has floors or devices',
);
export const nameIsFixed = defineError('NameIsFixed', 'forbidden', () => 'A building keeps its name');
export const assistantsOnlyLook = defineError(
  'AssistantsOnlyLook',
  'forbidden',
  () => 'Assistants do not change buildings and floors',
);
