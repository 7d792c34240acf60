import { z } from 'zod';
import { UserRole } from '../actor.ts';
import { Id } from '../fields.ts';

/** The access token: how it is signed, by whom and for whom, and how long it lasts. */
export const TOKEN = { algorithm: 'EdDSA', issuer: 'telemon', audience: 'telemon', lastsS: 15 * 60 } as const;

/** What an access token says of its owner. */
export const TokenClaims = z.object({
  sub: Id,
  role: UserRole,
  /** As in Actor: an assistant's manager, a manager's own id. */
  managerId: z.string().nullable(),
  mqttAdmin: z.boolean(),
  /** The session that it belongs to, and ends with. */
  sid: Id,
  /** Epoch seconds. */
  exp: z.int(),
});
export type TokenClaims = z.infer<typeof TokenClaims>;
