import { z } from 'zod';
import { UserRole } from '../actor.ts';
import { Id } from '../fields.ts';

/** The access token's algorithm, issuer, audience and lifetime. */
export const TOKEN = { algorithm: 'EdDSA', issuer: 'telemon', audience: 'telemon', lastsS: 15 * 60 } as const;

/** The claims of an access token. */
export const TokenClaims = z.object({
  sub: Id,
  role: UserRole,
  /** As `managerIdOf` gives it: an assistant's manager, a manager's own id. */
  managerId: z.string().nullable(),
  mqttAdmin: z.boolean(),
  /** The token's session, with which it ends. */
  sid: Id,
  /** Epoch seconds. */
  exp: z.int(),
});
export type TokenClaims = z.infer<typeof TokenClaims>;
