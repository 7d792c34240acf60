import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { RequestOf } from '@telemon/contracts/call';
import type { users as calls } from '@telemon/contracts/auth/users';
import { Mongo } from '@telemon/platform/mongo';
import { type Columns, foundBy, sortedPage } from '@telemon/platform/sorted-page';
import type { ClientSession, Collection, Filter } from 'mongodb';
import { type UserDocument, emailKeyOf } from './user-document.ts';

interface TurnDocument {
  _id: string;
  taken: number;
}

type ListQuery = RequestOf<typeof calls.list>;

const COLUMNS: Columns<NonNullable<ListQuery['sort']>> = {
  fieldOf: {
    name: 'name',
    email: 'emailKey',
    companyName: 'companyName',
    userRole: 'userRole',
    createdAt: 'createdAt',
  },
  newest: 'createdAt',
};

/** Admin sees all, a manager their assistants, everyone themselves; a foreign user is found as little as a missing one. */
const seenBy = ({ id, role }: Actor): Filter<UserDocument> => {
  if (isAdmin(role)) return {};
  return role === 'manager' ? { $or: [{ _id: id }, { managerId: id }] } : { _id: id };
};
/** Those that an actor manages: themselves only where they see all. */
const managedBy = ({ id, role }: Actor): Filter<UserDocument> =>
  isAdmin(role) ? {} : { managerId: role === 'manager' ? id : { $in: [] } };

@Injectable()
export class UsersRepository {
  private readonly users: Collection<UserDocument>;
  private readonly turns: Collection<TurnDocument>;

  constructor(mongo: Mongo) {
    this.users = mongo.collection<UserDocument>('users', [
      { key: { emailKey: 1 }, unique: true },
      { key: { userRole: 1, name: 1 } },
      { key: { createdAt: -1, _id: -1 } },
      { key: { managerId: 1, createdAt: -1, _id: -1 } },
      { key: { locationId: 1 } },
    ]);
    this.turns = mongo.collection<TurnDocument>('turns');
  }

  byEmail(email: string): Promise<UserDocument | null> {
    return this.users.findOne({ emailKey: emailKeyOf(email) });
  }

  byId(id: string, session?: ClientSession): Promise<UserDocument | null> {
    return this.users.findOne({ _id: id }, { session });
  }

  /**
   * The user, where the password is still the one that was checked; written to, so that no other transaction can change
   * or remove them at the same time.
   */
  async takeForSignIn(
    { _id, passwordHash }: UserDocument,
    session: ClientSession,
  ): Promise<UserDocument | null> {
    const change = { $set: { signedInAt: new Date() } };
    return this.users.findOneAndUpdate({ _id, passwordHash }, change, { session, returnDocument: 'after' });
  }

  /** A user whom the actor may see. */
  find(actor: Actor, id: string, session?: ClientSession): Promise<UserDocument | null> {
    return this.users.findOne({ $and: [{ _id: id }, seenBy(actor)] }, { session });
  }

  page(actor: Actor, query: ListQuery): Promise<{ rows: UserDocument[]; totalCount: number }> {
    const found = foundBy<UserDocument>(query.q, ['name', 'email', 'companyName', 'contact']);
    return sortedPage(this.users, { ...managedBy(actor), ...found }, query, COLUMNS);
  }

  /** By name; those of one location where it is named. */
  managers(locationId?: string): Promise<Pick<UserDocument, '_id' | 'name'>[]> {
    const filter: Filter<UserDocument> = {
      userRole: 'manager',
      ...(locationId !== undefined && { locationId }),
    };
    return this.users.find(filter, { projection: { name: 1 }, sort: { name: 1 } }).toArray();
  }

  countAdmins(session?: ClientSession): Promise<number> {
    return this.users.countDocuments({ userRole: 'admin' }, { limit: 2, session });
  }

  /** Whether somebody belongs to a location. */
  async isLocated(locationId: string, session: ClientSession): Promise<boolean> {
    return (await this.users.countDocuments({ locationId }, { limit: 1, session })) > 0;
  }

  /** Whether a manager has assistants. */
  async hasAssistants(managerId: string, session: ClientSession): Promise<boolean> {
    return (await this.users.countDocuments({ managerId }, { limit: 1, session })) > 0;
  }

  /** Lets transactions about the same come one after the other: two at once would not see each other's. */
  async takeTurn(about: string, session: ClientSession): Promise<void> {
    await this.turns.updateOne({ _id: about }, { $inc: { taken: 1 } }, { upsert: true, session });
  }

  async insert(user: UserDocument, session: ClientSession): Promise<void> {
    await this.users.insertOne(user, { session });
  }

  async replace({ _id, ...user }: UserDocument, session: ClientSession): Promise<void> {
    await this.users.replaceOne({ _id }, user, { session });
  }

  /** Removes a user whom the actor manages. */
  async remove(actor: Actor, id: string, session: ClientSession): Promise<UserDocument | null> {
    return this.users.findOneAndDelete({ $and: [{ _id: id }, managedBy(actor)] }, { session });
  }
}
