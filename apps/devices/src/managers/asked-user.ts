import { type User, users } from '@telemon/contracts/auth/users';
import { DomainError } from '@telemon/platform/errors';
import type { Asker } from '@telemon/platform/messaging/asker';

/** A user from auth, as the fact about them may not have arrived; null if there is no such user. */
export const askedUser = async (asker: Asker, id: string): Promise<User | null> => {
  try {
    return await asker.ask(users.get, { id });
  } catch (error) {
    if (error instanceof DomainError && error.failure.kind === 'not-found') return null;
    throw error;
  }
};
