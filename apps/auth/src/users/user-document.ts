import type { UserState } from '@telemon/contracts/facts';
import type { User } from '@telemon/contracts/auth/users';
import { schemaOf } from '@telemon/platform/mongo-schema';

export interface UserDocument extends Omit<User, 'id' | 'createdAt' | 'hasSignedIn'> {
  _id: string;
  /** The address in lower case, because two addresses that differ only in case are one account. */
  emailKey: string;
  /** Absent until an invited user has chosen a password. */
  passwordHash?: string;
  createdAt: Date;
  /** Time of the last sign-in. */
  signedInAt?: Date;
}

export const userSchema = schemaOf<UserDocument>({
  _id: String,
  name: String,
  email: String,
  emailKey: String,
  passwordHash: String,
  contact: String,
  userRole: String,
  mqttAdmin: String,
  companyName: String,
  companyAddress: String,
  country: String,
  locationId: String,
  locationName: String,
  managerId: String,
  smsLimit: Number,
  alertContactStatus: Number,
  createdAt: Date,
  signedInAt: Date,
})
  .index({ emailKey: 1 }, { unique: true })
  .index({ userRole: 1, name: 1 })
  .index({ createdAt: -1, _id: -1 })
  .index({ managerId: 1, createdAt: -1, _id: -1 })
  .index({ locationId: 1 });

export const emailKeyOf = (email: string): string => email.toLowerCase();

/** The user for other users: without the password's hash. */
export const asUser = ({
  _id,
  emailKey: _key,
  passwordHash: _hash,
  signedInAt,
  createdAt,
  ...user
}: UserDocument): User => ({
  id: _id,
  ...user,
  createdAt: createdAt.toISOString(),
  hasSignedIn: signedInAt !== undefined,
});

/** The user for other services' copies. */
export const stateOf = (user: UserDocument): UserState => ({
  id: user._id,
  name: user.name,
  email: user.email,
  contact: user.contact,
  userRole: user.userRole,
  companyName: user.companyName,
  locationId: user.locationId,
  locationName: user.locationName,
  managerId: user.managerId,
  smsLimit: user.smsLimit,
  alertContactStatus: user.alertContactStatus,
});
