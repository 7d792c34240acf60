import { defineError } from '@telemon/platform/errors';

export const bodyNoObject = defineError('BodyNoObject', 'bad-request', () => 'The body should be an object');
export const givenTwice = defineError(
  'GivenTwice',
  'bad-request',
  ({ key }: { key: string }) => `${key}: Given more than once`,
);
export const notAsInPath = defineError(
  'NotAsInPath',
  'bad-request',
  ({ key }: { key: string }) => `${key}: Should be as in the path`,
);
export const notInAddress = defineError(
  'NotInAddress',
  'bad-request',
  ({ key }: { key: string }) => `${key}: Should be in the body, not in the address`,
);
export const tooDeep = defineError('TooDeep', 'bad-request', () => 'The body is nested too deeply');
export const forbiddenText = defineError(
  'ForbiddenText',
  'bad-request',
  ({ key }: { key: string }) => `${key}: Holds a character that is not allowed`,
);
export const fromAnotherSite = defineError(
  'FromAnotherSite',
  'forbidden',
  () => 'This cannot be asked from another site',
);
