import { z } from 'zod';
import { call } from '../call.ts';
import { Id, Password } from '../fields.ts';

/** How long a link to choose a password is valid, hours. */
export const INVITATION_LASTS_H = 72;

/** The page of the console that the link in an invitation opens; the token stands behind its `#`. */
export const INVITATION_PATH = '/auth/invitation';

/** The token of a link, of any short text: the service finds out whether it is valid. */
const Token = z.string().min(1).max(64);

/** The parts of the account that the page of the link shows. */
export const Invitation = z.object({ name: z.string(), email: z.string(), expiresAt: z.string() });
export type Invitation = z.infer<typeof Invitation>;

export const AcceptedInvitation = z
  .strictObject({ token: Token, password: Password, confirmpassword: z.string() })
  .refine(({ password, confirmpassword }) => password === confirmpassword, {
    path: ['confirmpassword'],
    error: 'Passwords must match',
  });

export const invitations = {
  /** Sends an invitation again; the link of the one before ends. */
  send: call('auth.invitations.send', z.strictObject({ id: Id }), z.null()),
  read: call('auth.invitations.read', z.strictObject({ token: Token }), Invitation),
  accept: call('auth.invitations.accept', AcceptedInvitation, z.null()),
};
