import { Injectable } from '@nestjs/common';
import { type Actor, managerIdOf } from '@telemon/contracts/actor';
import { MOST_USERS_ASKED, users } from '@telemon/contracts/auth/users';
import { DomainError, unavailable } from '@telemon/platform/errors';
import { Asker } from '@telemon/platform/messaging/asker';

/** The recipient of a report or an export: the address, and the actor in whose name other services are asked for its content. */
export interface Recipient {
  readonly email: string;
  readonly name: string;
  readonly actor: Actor;
}

/** The users who get reports and exports, as they are at present. */
@Injectable()
export class Recipients {
  constructor(private readonly asker: Asker) {}

  /** The ids of deleted users among any number of ids. @throws unavailable if the auth service does not answer */
  async goneOf(ids: readonly string[]): Promise<string[]> {
    const existing = new Set<string>();
    for (let from = 0; from < ids.length; from += MOST_USERS_ASKED) {
      const some = ids.slice(from, from + MOST_USERS_ASKED);
      for (const id of (await this.asker.ask(users.existing, { ids: some })).ids) existing.add(id);
    }
    return ids.filter((id) => !existing.has(id));
  }

  /** A user as a recipient; null if the user is deleted. @throws unavailable if the auth service does not answer */
  async find(id: string): Promise<Recipient | null> {
    try {
      const user = await this.asker.ask(users.get, { id });
      const { email, name, userRole } = user;
      const managerId = managerIdOf({ id, userRole, managerId: user.managerId });
      return {
        email,
        name,
        actor: { id, role: userRole, managerId, mqttAdmin: user.mqttAdmin === 'Active' },
      };
    } catch (error) {
      if (!(error instanceof DomainError && error.failure.kind === 'not-found')) throw error;
      // A failover may take back what the question of one user found.
      if ((await this.goneOf([id])).length === 0) throw unavailable();
      return null;
    }
  }
}
