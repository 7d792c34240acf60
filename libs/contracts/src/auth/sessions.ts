import { z } from 'zod';
import { call } from '../call.ts';

/** How often a gateway asks which sessions ended, ms: with the answer's way, well within the five seconds that are promised. */
export const ENDED_ASKED_EVERY_MS = 2_000;

/** One of a person's open sessions, as they see it. */
export const OpenSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  usedAt: z.string(),
  /** Network address and browser from which it was opened. */
  address: z.string(),
  userAgent: z.string(),
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

export const sessions = {
  /** Which sessions ended since an instant (epoch ms of auth's clock; 0: all that matter), for whoever checks tokens. */
  ended: call(
    'auth.sessions.ended',
    z.strictObject({ since: z.int().nonnegative() }),
    z.object({ sessionIds: z.array(z.string()), asOf: z.int() }),
  ),
  list: call('auth.sessions.list', z.strictObject({}), z.object({ sessions: z.array(OpenSession) })),
  /** Ends every session of who asks, their own too. */
  endAll: call('auth.sessions.end-all', z.strictObject({}), z.null()),
};
