import { defineError } from '../errors.ts';

const SENTENCE = 'Telemon may only connect to public addresses';

const refusal = defineError('HostNotAllowed', 'invalid', () => SENTENCE);

/** The field `host` names an address that Telemon may not connect to. */
export const hostNotAllowed = () => refusal(undefined, { fields: { host: SENTENCE } });
