import { Injectable } from '@nestjs/common';
import { ownership } from '@telemon/contracts/devices/ownership';
import { Asker } from '@telemon/platform/messaging/asker';
import type { ClientSession } from 'mongodb';
import { managerNeeded, managerOwns } from './users.errors.ts';
import { UsersRepository } from './users.repository.ts';

/** A lock: no user becomes the assistant of a manager who is being deleted. */
const turnOf = (managerId: string) => `manager ${managerId}`;

/** Checks a manager: before a user becomes the manager's assistant, and before the manager is deleted. */
@Injectable()
export class ManagerChecks {
  constructor(
    private readonly repository: UsersRepository,
    private readonly asker: Asker,
  ) {}

  /** @throws if there is no such manager. */
  async refuseUnlessManager(id: string, session: ClientSession): Promise<void> {
    await this.repository.takeTurn(turnOf(id), session);
    const manager = await this.repository.byId(id, session);
    if (manager?.userRole !== 'manager') {
      throw managerNeeded(undefined, { fields: { managerId: 'Choose a manager' } });
    }
  }

  /** @throws while a manager has assistants, or owns anything in the devices service. */
  async refuseWhileOwning(id: string, session: ClientSession): Promise<void> {
    await this.repository.takeTurn(turnOf(id), session);
    const owned = (await this.repository.hasAssistants(id, session)) ? ['assistants'] : [];
    const { owns } = await this.asker.ask(ownership.of, { managerId: id });
    if (owned.length + owns.length > 0) throw managerOwns({ what: [...owned, ...owns].join(', ') });
  }
}
