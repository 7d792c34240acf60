import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { UserState } from '@telemon/contracts/facts';
import type { NewUser, User } from '@telemon/contracts/users';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { isDuplicateKey } from '@telemon/platform/mongo';
import { ObjectId } from 'mongodb';
import { Sessions } from '../tokens/sessions.ts';
import { Passwords } from './passwords.ts';
import {
  emailTaken,
  lastAdmin,
  managerNeeded,
  onlyAdmins,
  ownAccount,
  userNotFound,
} from './users.errors.ts';
import { type UserDocument, UsersRepository, asUser, emailKeyOf } from './users.repository.ts';

@Injectable()
export class UsersService {
  constructor(
    private readonly repository: UsersRepository,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly facts: FactOutbox,
  ) {}

  async create(actor: Actor, request: NewUser): Promise<User> {
    if (actor.role !== 'admin') throw onlyAdmins();
    const managerId = request.userRole === 'assistant' ? await this.managerFor(request) : null;
    return this.make({ ...request, managerId });
  }

  async remove(actor: Actor, id: string): Promise<null> {
    if (actor.role !== 'admin') throw onlyAdmins();
    if (actor.id === id) throw ownAccount();
    await this.facts.commit(async (session, tell) => {
      const user = await this.repository.byId(id, session);
      if (!user) throw userNotFound();
      if (user.userRole === 'admin') {
        await this.repository.takeTurn(session);
        if ((await this.repository.countAdmins(session)) < 2) throw lastAdmin();
      }
      await this.repository.remove(id, session);
      await this.sessions.endAllOf(id, session);
      await tell({ kind: 'user', key: id, state: null });
    });
    return null;
  }

  async managers(actor: Actor): Promise<{ managers: { id: string; name: string }[] }> {
    if (actor.role !== 'admin') throw onlyAdmins();
    const managers = await this.repository.managers();
    return { managers: managers.map(({ _id, name }) => ({ id: _id, name })) };
  }

  hasAdmin(): Promise<boolean> {
    return this.repository.countAdmins().then((count) => count > 0);
  }

  /** The user with this address and password; null where there is none, after the same work. */
  async withPassword(email: string, password: string): Promise<User | null> {
    const user = await this.repository.byEmail(email);
    const matches = await this.passwords.matches(user?.passwordHash, password);
    return user && matches ? asUser(user) : null;
  }

  async withId(id: string): Promise<User | null> {
    const user = await this.repository.byId(id);
    return user && asUser(user);
  }

  /** Stores a new user and tells of them. @throws where the address is taken. */
  async make({ password, ...fields }: NewUser): Promise<User> {
    const user: UserDocument = {
      ...fields,
      _id: new ObjectId().toHexString(),
      emailKey: emailKeyOf(fields.email),
      passwordHash: await this.passwords.hash(password),
      createdAt: new Date(),
    };
    try {
      await this.facts.commit(async (session, tell) => {
        await this.repository.insert(user, session);
        await tell({ kind: 'user', key: user._id, state: stateOf(user) });
      });
    } catch (error) {
      throw isDuplicateKey(error) ? emailTaken({ email: user.email }) : error;
    }
    return asUser(user);
  }

  private async managerFor({ managerId }: NewUser): Promise<string> {
    const manager = managerId === null ? null : await this.repository.byId(managerId);
    if (manager?.userRole !== 'manager') {
      throw managerNeeded(undefined, { fields: { managerId: 'Choose a manager' } });
    }
    return manager._id;
  }
}

const stateOf = (user: UserDocument): UserState => ({
  id: user._id,
  name: user.name,
  email: user.email,
  contact: user.contact,
  userRole: user.userRole,
  companyName: user.companyName,
  locationName: user.locationName,
  managerId: user.managerId,
  smsLimit: user.smsLimit,
  alertContactStatus: user.alertContactStatus,
});
