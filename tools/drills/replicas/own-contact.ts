import { randomInt } from 'node:crypto';

/** A phone number that no earlier run on the same installation has used. */
export const ownContact = (): string => `+1500${String(randomInt(10_000_000)).padStart(7, '0')}`;
