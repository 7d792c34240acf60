import { Injectable } from '@nestjs/common';
import type { NewUser, User } from '@telemon/contracts/users';
import { Mongo } from '@telemon/platform/mongo';
import type { ClientSession, Collection } from 'mongodb';

export interface UserDocument extends Omit<NewUser, 'password'> {
  _id: string;
  /** The address in lower case: two that differ in case alone are one account. */
  emailKey: string;
  passwordHash: string;
  createdAt: Date;
}

interface TurnDocument {
  _id: string;
  taken: number;
}

export const emailKeyOf = (email: string): string => email.toLowerCase();

@Injectable()
export class UsersRepository {
  private readonly users: Collection<UserDocument>;
  private readonly turns: Collection<TurnDocument>;

  constructor(mongo: Mongo) {
    this.users = mongo.collection<UserDocument>('users', [
      { key: { emailKey: 1 }, unique: true },
      { key: { userRole: 1, name: 1 } },
    ]);
    this.turns = mongo.collection<TurnDocument>('turns');
  }

  byEmail(email: string): Promise<UserDocument | null> {
    return this.users.findOne({ emailKey: emailKeyOf(email) });
  }

  byId(id: string, session?: ClientSession): Promise<UserDocument | null> {
    return this.users.findOne({ _id: id }, { session });
  }

  managers(): Promise<Pick<UserDocument, '_id' | 'name'>[]> {
    return this.users.find({ userRole: 'manager' }, { projection: { name: 1 }, sort: { name: 1 } }).toArray();
  }

  countAdmins(session?: ClientSession): Promise<number> {
    return this.users.countDocuments({ userRole: 'admin' }, { limit: 2, session });
  }

  /** Lets transactions that take away admins come one after the other: two at once would each see the other's. */
  async takeTurn(session: ClientSession): Promise<void> {
    await this.turns.updateOne({ _id: 'admins' }, { $inc: { taken: 1 } }, { upsert: true, session });
  }

  async insert(user: UserDocument, session: ClientSession): Promise<void> {
    await this.users.insertOne(user, { session });
  }

  async remove(id: string, session: ClientSession): Promise<void> {
    await this.users.deleteOne({ _id: id }, { session });
  }
}

/** The user as others see them: without the password's hash. */
export const asUser = (user: UserDocument): User => ({
  id: user._id,
  name: user.name,
  email: user.email,
  userRole: user.userRole,
  mqttAdmin: user.mqttAdmin,
  contact: user.contact,
  companyName: user.companyName,
  locationName: user.locationName,
  smsLimit: user.smsLimit,
  alertContactStatus: user.alertContactStatus,
  managerId: user.managerId,
  createdAt: user.createdAt.toISOString(),
});
