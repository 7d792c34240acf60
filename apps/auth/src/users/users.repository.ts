import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { RequestOf } from '@telemon/contracts/call';
import type { users as calls } from '@telemon/contracts/auth/users';
import { CONFIRMED_WITHIN_MS, Mongo } from '@telemon/platform/mongo';
import { type Columns, foundBy, sortedPage, timeLimit } from '@telemon/platform/sorted-page';
import type { ClientSession, Collection } from 'mongodb';
import { type Model, type QueryFilter, trusted } from 'mongoose';
import { type UserDocument, emailKeyOf, userSchema } from './user-document.ts';

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

/** Admins see all, managers themselves and their assistants, others themselves; a foreign user is not found, like a missing one. */
const seenBy = ({ id, role }: Actor): QueryFilter<UserDocument> => {
  if (isAdmin(role)) return {};
  return role === 'manager' ? { $or: [{ _id: id }, { managerId: id }] } : { _id: id };
};
/** The users that an actor manages: all for an admin, a manager's assistants, none for others. */
const managedBy = ({ id, role }: Actor): QueryFilter<UserDocument> =>
  isAdmin(role) ? {} : { managerId: role === 'manager' ? id : trusted({ $in: [] }) };

@Injectable()
export class UsersRepository {
  private readonly users: Model<UserDocument>;
  /** The same collection for users' lists, over other connections than sign-ins. */
  private readonly lists: Model<UserDocument>;
  private readonly turns: Collection<TurnDocument>;

  constructor(mongo: Mongo) {
    this.users = mongo.model('users', userSchema);
    this.lists = mongo.modelForLongReads(this.users);
    this.turns = mongo.collection<TurnDocument>('turns');
  }

  byEmail(email: string): Promise<UserDocument | null> {
    return this.users
      .findOne({ emailKey: emailKeyOf(email) })
      .lean()
      .exec();
  }

  byId(id: string, session?: ClientSession): Promise<UserDocument | null> {
    return this.users.findOne({ _id: id }, null, { session }).lean().exec();
  }

  /**
   * The user, if the password is still the checked one. Writes to the user, so that a concurrent transaction that changes or
   * removes them conflicts.
   */
  takeForSignIn({ _id, passwordHash }: UserDocument, session: ClientSession): Promise<UserDocument | null> {
    const change = { $set: { signedInAt: new Date() } };
    return this.users
      .findOneAndUpdate({ _id, passwordHash }, change, { session, returnDocument: 'after' })
      .lean()
      .exec();
  }

  /** The user, if the actor may see them. */
  find(actor: Actor, id: string, session?: ClientSession): Promise<UserDocument | null> {
    return this.users
      .findOne({ $and: [{ _id: id }, seenBy(actor)] }, null, { session })
      .lean()
      .exec();
  }

  page(actor: Actor, query: ListQuery): Promise<{ rows: UserDocument[]; totalCount: number }> {
    const found = foundBy<UserDocument>(query.q, ['name', 'email', 'companyName', 'contact']);
    return sortedPage(this.lists, { ...managedBy(actor), ...found }, query, COLUMNS);
  }

  /** Managers by name: all, or those of one location. */
  managers(locationId?: string): Promise<Pick<UserDocument, '_id' | 'name'>[]> {
    const filter: QueryFilter<UserDocument> = {
      userRole: 'manager',
      ...(locationId !== undefined && { locationId }),
    };
    return this.lists
      .find(filter, { name: 1 }, { sort: { name: 1 }, ...timeLimit() })
      .lean()
      .exec();
  }

  /**
   * The ids among these that belong to users whom the actor may see. Other services remove what they keep of the others, so the answer is
   * one that no failover takes back.
   */
  async existing(actor: Actor, ids: string[]): Promise<string[]> {
    const wanted = { $and: [{ _id: trusted({ $in: ids }) }, seenBy(actor)] };
    const found = await this.users
      .find(wanted, { _id: 1 })
      .readConcern('linearizable')
      .maxTimeMS(CONFIRMED_WITHIN_MS)
      .lean()
      .exec();
    return found.map(({ _id }) => _id);
  }

  countAdmins(session?: ClientSession): Promise<number> {
    return this.users.countDocuments({ userRole: 'admin' }, { limit: 2, session }).exec();
  }

  /** Whether a location has users. */
  async isLocated(locationId: string, session: ClientSession): Promise<boolean> {
    return (await this.users.countDocuments({ locationId }, { limit: 1, session })) > 0;
  }

  /** Whether a manager has assistants. */
  async hasAssistants(managerId: string, session: ClientSession): Promise<boolean> {
    return (await this.users.countDocuments({ managerId }, { limit: 1, session })) > 0;
  }

  /** Locks a subject for the transaction: concurrent transactions would not see each other's changes. */
  async takeTurn(about: string, session: ClientSession): Promise<void> {
    await this.turns.updateOne({ _id: about }, { $inc: { taken: 1 } }, { upsert: true, session });
  }

  async insert(user: UserDocument, session: ClientSession): Promise<void> {
    await this.users.insertOne(user, { session });
  }

  async replace({ _id, ...user }: UserDocument, session: ClientSession): Promise<void> {
    await this.users.replaceOne({ _id }, user, { session, runValidators: true });
  }

  /** Removes a user whom the actor manages. */
  remove(actor: Actor, id: string, session: ClientSession): Promise<UserDocument | null> {
    return this.users
      .findOneAndDelete({ $and: [{ _id: id }, managedBy(actor)] }, { session })
      .lean()
      .exec();
  }
}
