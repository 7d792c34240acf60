import { defineError } from '@telemon/platform/errors';

export const signInNeeded = defineError('SignInNeeded', 'unauthenticated', () => 'Please sign in');
export const mqttAdminNeeded = defineError(
  'MqttAdminNeeded',
  'forbidden',
  () => 'This needs the right MQTT Admin, which an admin can give you',
);
export const tooManyCalls = defineError(
  'TooManyCalls',
  'limited',
  ({ waitS }: { waitS: number }) => `Too many requests. Try again in ${waitS} s`,
);
export const tooManyFiles = defineError(
  'TooManyFiles',
  'limited',
  ({ waitS }: { waitS: number }) =>
    `You have sent as many files as may be sent in an hour. Try again in ${Math.ceil(waitS / 60)} min`,
);
export const tooManyExports = defineError(
  'TooManyExports',
  'limited',
  ({ waitS }: { waitS: number }) =>
    `You have exported as often as is possible in an hour. Try again in ${Math.ceil(waitS / 60)} min`,
);
