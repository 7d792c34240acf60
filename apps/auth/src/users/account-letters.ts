import { INVITATION_LASTS_H } from '@telemon/contracts/auth/invitations';
import type { NewLetter } from '../letters/letter-outbox.ts';
import type { UserDocument } from './user-document.ts';

const NOT_YOU = 'If it was not you, ask for a new password at once, and tell the administrator of Telemon.';

export const passwordChanged = (email: string): NewLetter => ({
  email,
  subject: 'Your Telemon password was changed',
  text: `The password of your Telemon account was changed. ${NOT_YOU}`,
});

/** @param link The address of the page where the user chooses a password */
export const invitation = ({ email, name, companyName }: UserDocument, link: string): NewLetter => ({
  email,
  subject: 'Your invitation to Telemon',
  text: `Hello ${name},\n\nan account at Telemon was made for you at ${companyName}. You sign in with this e-mail address and a password of your own. The link is valid once, for ${INVITATION_LASTS_H} hours; ask for another one if it has expired.`,
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
