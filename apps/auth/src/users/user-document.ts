import type { UserState } from '@telemon/contracts/facts';
import type { User } from '@telemon/contracts/auth/users';

export interface UserDocument extends Omit<User, 'id' | 'createdAt'> {
  _id: string;
  /** The address in lower case: two that differ in case alone are one account. */
  emailKey: string;
  passwordHash: string;
  createdAt: Date;
  /** When a session of theirs was last opened. */
  signedInAt?: Date;
}

export const emailKeyOf = (email: string): string => email.toLowerCase();

/** The user as others see them: without the password's hash. */
export const asUser = ({
  _id,
  emailKey: _key,
  passwordHash: _hash,
  signedInAt: _at,
  createdAt,
  ...user
}: UserDocument): User => ({
  id: _id,
  ...user,
  createdAt: createdAt.toISOString(),
});

/** The user as other services are told of them. */
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
