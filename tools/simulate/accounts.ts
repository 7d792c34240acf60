import type { NewUser } from '@telemon/contracts/users';
import { users } from '@telemon/contracts/users';
import type { z } from 'zod';
import { Refused, TryLater } from './portal.ts';

/** Makes and removes accounts. */
export interface Accounts {
  create(user: z.input<typeof NewUser>): Promise<string>;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Accounts as auth manages them, over NATS. Loaded only where it is needed: the simulator stays small without. */
export const openAccounts = async (natsUrl: string): Promise<Accounts> => {
  const [{ connectNats }, { Asker }, { DomainError }] = await Promise.all([
    import('@telemon/platform/messaging/nats'),
    import('@telemon/platform/messaging/asker'),
    import('@telemon/platform/errors'),
  ]);
  const nats = await connectNats(natsUrl, 'telemon-simulator');
  const asker = new Asker(nats);
  const understood = <Answer>(answer: Promise<Answer>) =>
    answer.catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      const { kind, message } = error.failure;
      if (kind === 'unavailable') throw new TryLater(message);
      throw new Refused(kind === 'not-found' ? 404 : 400, message);
    });
  return {
    create: async (user) => (await understood(asker.ask(users.create, user))).id,
    remove: async (id) => {
      try {
        await understood(asker.ask(users.remove, { id }));
      } catch (error) {
        if (!(error instanceof Refused && error.status === 404)) throw error;
      }
    },
    close: () => nats.close(),
  };
};
