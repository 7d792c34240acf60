import { INVITATION_LASTS_H } from '@telemon/contracts/auth/invitations';
import type { NewLetter } from '../letters/letter-outbox.ts';
import type { UserDocument } from './user-document.ts';

const NOT_YOU = 'If it was not you, ask for a new password at once, and tell the administrator of Telemon.';

export const passwordChanged = (email: string): NewLetter => ({
  email,
  subject: 'Your Telemon password was changed',
  text: `The password of your Telemon account was changed. ${NOT_YOU}`,
});

/**
 * @param inviter The name of the user who invites; null if nobody with an account does
 * @param link The address of the page where the user chooses a password
 */
export const invitation = (
  { email, name, companyName }: UserDocument,
  inviter: string | null,
  link: string,
): NewLetter => ({
  email,
  // The same for all inviters: a name is chosen by its user, and the subject of Telemon's letters is not theirs.
  subject: 'Your invitation to Telemon',
  text: [
    `Hello ${name},`,
    `${inviter === null ? 'You are invited' : `${inviter} invites you`} to Telemon, which watches over devices and their readings. You have an account there for ${companyName}.`,
    `You sign in with this e-mail address and a password of your own. The link is valid once, for ${INVITATION_LASTS_H} hours. Ask for another one if it has expired.`,
  ].join('\n\n'),
  link: { label: 'Choose a password', address: link },
});

/** Goes to the former address, which an attacker who took the account over does not read. */
const emailChanged = (former: string, present: string): NewLetter => ({
  email: former,
  subject: 'Your Telemon e-mail address was changed',
  text: `Your Telemon account now belongs to ${present}. ${NOT_YOU}`,
});

/** The letters to users after a change of their own account. */
export const lettersAbout = (before: UserDocument, after: UserDocument): NewLetter[] => [
  ...(after.passwordHash === before.passwordHash ? [] : [passwordChanged(before.email)]),
  ...(after.emailKey === before.emailKey ? [] : [emailChanged(before.email, after.email)]),
];
