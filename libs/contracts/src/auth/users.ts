import { z } from 'zod';
import { UserRole } from '../actor.ts';
import { call } from '../call.ts';
import { Contact, Email, Id, NO_PASSWORD_LENGTH, Name, OneLine, Password, blankAsAbsent } from '../fields.ts';
import { pageOf, pageQuery } from '../page.ts';

export const MqttAdmin = z.enum(['Active', 'Inactive']);

/** What a signed-in browser knows of its user. */
export const SessionUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  userRole: UserRole,
  mqttAdmin: MqttAdmin,
});
export type SessionUser = z.infer<typeof SessionUser>;

export const Login = z.strictObject({ email: Email, password: Password });

/** A person who may sign in. */
export const User = SessionUser.extend({
  contact: z.string(),
  companyName: z.string(),
  companyAddress: z.string(),
  country: z.string(),
  /** Null of the first admin until they choose one. */
  locationId: z.string().nullable(),
  locationName: z.string(),
  smsLimit: z.int(),
  alertContactStatus: z.literal([0, 1]),
  managerId: z.string().nullable(),
  createdAt: z.string(),
});
export type User = z.infer<typeof User>;

const fields = {
  name: Name,
  email: Email,
  contact: Contact,
  companyAddress: OneLine.max(100),
  country: OneLine.max(60),
  // Its own bounds first: any whole number has far larger ones, which say nothing to anybody.
  smsLimit: z.number().min(0).max(1000).int(),
  alertContactStatus: z.literal([0, 1]),
  managerId: blankAsAbsent(Id),
  mqttAdmin: MqttAdmin,
};

/**
 * A user to be made. By an admin: of any role, with company and location, an assistant with a manager. By a manager: an
 * assistant of theirs, in their company and location; what only an admin sets may stand there as it will be anyway.
 */
export const NewUser = z.strictObject({
  ...fields,
  password: Password,
  userRole: UserRole.optional(),
  companyName: blankAsAbsent(Name),
  locationId: blankAsAbsent(Id),
  companyAddress: fields.companyAddress.default(''),
  country: fields.country.default(''),
  smsLimit: fields.smsLimit.default(1000),
  alertContactStatus: fields.alertContactStatus.default(0),
  mqttAdmin: MqttAdmin.default('Inactive'),
});
export type NewUser = z.infer<typeof NewUser>;

/**
 * Any of a user's fields; what stays as it is may come along. A blank password is none. Whoever changes their own e-mail or
 * password says the current one. `managerChanged` may come along and says nothing that `managerId` doesn't.
 */
export const UserChange = z
  .strictObject({
    ...fields,
    companyName: Name,
    locationId: Id,
    userRole: UserRole,
    password: blankAsAbsent(Password),
    currentPassword: blankAsAbsent(z.string().max(NO_PASSWORD_LENGTH)),
    managerChanged: z.boolean(),
  })
  .partial();
export type UserChange = z.infer<typeof UserChange>;

/** What a sign-in or a refresh hands out. `refreshToken` becomes an HttpOnly cookie and never reaches a page's script. */
export const Session = z.object({
  user: SessionUser,
  token: z.string(),
  refreshToken: z.string(),
  refreshExpiresAt: z.string(),
});
export type Session = z.infer<typeof Session>;

export const users = {
  create: call('auth.users.create', NewUser, User),
  list: call(
    'auth.users.list',
    pageQuery(['name', 'email', 'companyName', 'userRole', 'createdAt']),
    pageOf('users', User),
  ),
  get: call('auth.users.get', z.strictObject({ id: Id }), User),
  update: call('auth.users.update', UserChange.extend({ id: Id }), User),
  remove: call('auth.users.remove', z.strictObject({ id: Id }), z.null()),
  /** Of one location where it is named; '0' stands for all of them. */
  managers: call(
    'auth.users.managers',
    z.strictObject({ locationId: Id.optional() }),
    z.object({ managers: z.array(z.object({ id: z.string(), name: z.string() })) }),
  ),
};

/** Whatever came in the cookie: what is none of ours, however long, opens nothing, and that is all there is to say. */
const Held = z.strictObject({ refreshToken: z.string() });

/** What a sign-out ended; and whether the refresh token opens a session that it did not, as that is another person's. */
export const SignedOut = z.object({ sessionIds: z.array(z.string()), isOthers: z.boolean() });

export const signIn = {
  login: call('auth.sign-in.login', Login, Session),
  refresh: call('auth.sign-in.refresh', Held, Session),
  /** Ends the session that the actor asks from and the one that the refresh token opens; '' where none came. */
  logout: call('auth.sign-in.logout', Held, SignedOut),
};
