import { setTimeout as delay } from 'node:timers/promises';
import { judge, type Form, type Tried } from '../drill.ts';
import type { FormerLogin } from './former-login.ts';

/** Deadline after the revocation for the end of connection and storage; the short form shares its machine with other tests. */
export const GONE_WITHIN_MS: Record<Form, number> = { long: 2_000, short: 3_500 };
/** Time for which the login is watched after that deadline. */
const LOOKED_AT_MS = 500;
/** Deadline for storing the readings that a device sent. */
const STORED_WITHIN_MS = 1_000;

/** The ways in which a login ends. */
export const ENDINGS = ['password changed', 'deleted', 'deleted and made anew'] as const;
export type Ending = (typeof ENDINGS)[number];

/** How a user ends a login. */
export const END: Record<Ending, (login: FormerLogin) => Promise<void>> = {
  'password changed': (login) => login.changePassword(),
  deleted: (login) => login.delete(),
  'deleted and made anew': async (login) => {
    await login.delete();
    await login.makeAnew();
  },
};

/** The result for one login. */
export interface Ended {
  readonly stayed: boolean;
  readonly storedLate: number;
  readonly missing: number;
  readonly foreign: number;
}

/**
 * Watches a login that has just ended.
 * @param sentBefore The number of sent readings at the deadline, if that isn't `goneWithinMs` from now.
 */
export async function countAfterEnd(
  login: FormerLogin,
  goneWithinMs: number,
  sentBefore?: number,
): Promise<Ended> {
  const { isConnected, sentUpTo: sentByThen } = await login.after(goneWithinMs);
  const sentUpTo = sentBefore ?? sentByThen;
  await delay(LOOKED_AT_MS);
  login.end();
  await delay(STORED_WITHIN_MS);
  const { missing, foreign } = await login.ofHeir();
  return { stayed: isConnected, storedLate: await login.storedAfter(sentUpTo), missing, foreign };
}

/** Sums the results of all logins of a fault. */
export function outcome(fault: string, ended: readonly Ended[]): Tried {
  const sum = (count: 'storedLate' | 'missing' | 'foreign') =>
    ended.reduce((total, each) => total + each[count], 0);
  const counts = {
    logins: ended.length,
    stayed: ended.filter(({ stayed }) => stayed).length,
    storedLate: sum('storedLate'),
    foreign: sum('foreign'),
    missing: sum('missing'),
  };
  return judge(fault, counts, { logins: { atLeast: 1 }, stayed: 0, storedLate: 0, foreign: 0, missing: 0 });
}
