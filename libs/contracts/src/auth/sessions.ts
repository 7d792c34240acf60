import { z } from 'zod';
import { call } from '../call.ts';

/** How often a gateway polls for ended sessions, ms. With the round trip, this stays well within the promised five seconds. */
export const ENDED_ASKED_EVERY_MS = 2_000;

/** An open session, as its user sees it. */
export const OpenSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  usedAt: z.string(),
  /** Network address and browser that opened it. */
  address: z.string(),
  userAgent: z.string(),
  /** Whether the request comes from it. */
  isCurrent: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

export const sessions = {
  /** The sessions that ended since an instant (epoch ms of auth's clock; 0: all that may still have valid tokens). */
  ended: call(
    'auth.sessions.ended',
    z.strictObject({ since: z.int().nonnegative() }),
    z.object({ sessionIds: z.array(z.string()), asOf: z.int() }),
  ),
  list: call('auth.sessions.list', z.strictObject({}), z.object({ sessions: z.array(OpenSession) })),
  /** Ends every session of the caller, the current one too. */
  endAll: call('auth.sessions.end-all', z.strictObject({}), z.null()),
};
