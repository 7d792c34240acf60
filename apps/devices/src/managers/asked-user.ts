import { type User, users } from '@telemon/contracts/auth/users';
import { DomainError } from '@telemon/platform/errors';
import type { Asker } from '@telemon/platform/messaging/asker';

/** A user as auth knows them, for a fact about them may still be on its way; null if there is none. */
export const askedUser = async (asker: Asker, id: string): Promise<User | null> => {
  try {
    return await asker.ask(users.get, { id });
  } catch (error) {
    if (error instanceof DomainError && error.failure.kind === 'not-found') return null;
    throw error;
  }
};
