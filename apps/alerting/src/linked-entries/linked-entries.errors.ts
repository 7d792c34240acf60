import { defineError } from '@telemon/platform/errors';

/** The same for a forged link, an expired one, and one about an entry that was deleted. */
export const linkNotValid = defineError('LinkNotValid', 'not-found', () => 'This link is no longer valid');
