import { POISON } from '@telemon/testing/poison';

/** Payloads that no program of Telemon sends. */
export const JUNK: readonly (string | Buffer)[] = [
  ...POISON.map(({ payload }) => payload),
  '{"kind":"device","key":"x","version":1,"state":{}}',
  '{"kind":"device","key":{"$ne":null},"version":"1","state":null}',
  '{"kind":"user","key":"$$ROOT","version":1e308,"state":{"$set":1}}',
  '{"kind":"alert","key":"$","version":9007199254740991,"state":{"id":"$","deviceName":"$"}}',
  '{"kind":"event","key":"$","version":1,"state":{"id":{"$ne":null}}}',
  '{"kind":"nothing","key":"x","version":1,"state":null}',
  '[{"deviceName":"nobody"}]',
];

/** Keys of Kafka messages that no program of Telemon uses. */
export const KEYS = [
  '',
  'device:',
  'device:x',
  'user:$$ROOT',
  'alert:$',
  '\u0000',
  '__proto__:x',
  'x'.repeat(2_000),
];
