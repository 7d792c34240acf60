import { z } from 'zod';
import { UserRole } from '../actor.ts';
import { call } from '../call.ts';
import { Contact, Email, Id, NO_PASSWORD_LENGTH, Name, OneLine, Password, blankAsAbsent } from '../fields.ts';
import { pageOf, pageQuery } from '../page.ts';

export const MqttAdmin = z.enum(['Active', 'Inactive']);

/** Users that a service asks about at once. */
export const MOST_USERS_ASKED = 500;

/** The part of a user that the signed-in browser gets. */
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
  /** Null for the first admin until they choose one. */
  locationId: z.string().nullable(),
  locationName: z.string(),
  smsLimit: z.int(),
  alertContactStatus: z.literal([0, 1]),
  managerId: z.string().nullable(),
  createdAt: z.string(),
  /** False for an invited user who has not come yet. */
  hasSignedIn: z.boolean(),
});
export type User = z.infer<typeof User>;

const fields = {
  name: Name,
  email: Email,
  contact: Contact,
  companyAddress: OneLine.max(100),
  country: OneLine.max(60),
  // These bounds come before those of `int`, which are far larger and mean nothing to a user.
  smsLimit: z.number().min(0).max(1000).int(),
  alertContactStatus: z.literal([0, 1]),
  managerId: blankAsAbsent(Id),
  mqttAdmin: MqttAdmin,
};

/** The defaults of a new user. */
export const USER_DEFAULTS = { smsLimit: 1_000, alertContactStatus: 0, mqttAdmin: 'Inactive' } as const;

/** The fields that only an admin changes. */
export const USER_FIELDS_OF_ADMINS = ['managerId', 'smsLimit', 'alertContactStatus', 'mqttAdmin'] as const;
/** The fields of a new user that only an admin sets. */
export const NEW_USER_FIELDS_OF_ADMINS = [
  'userRole',
  'companyName',
  'locationId',
  ...USER_FIELDS_OF_ADMINS,
] as const;

const newUser = z.strictObject({
  ...fields,
  password: blankAsAbsent(Password),
  /** Sends an e-mail with a link to choose a password. */
  invite: z.boolean().default(false),
  userRole: UserRole.optional(),
  companyName: blankAsAbsent(Name),
  locationId: blankAsAbsent(Id),
  companyAddress: fields.companyAddress.default(''),
  country: fields.country.default(''),
  smsLimit: fields.smsLimit.default(USER_DEFAULTS.smsLimit),
  alertContactStatus: fields.alertContactStatus.default(USER_DEFAULTS.alertContactStatus),
  mqttAdmin: MqttAdmin.default(USER_DEFAULTS.mqttAdmin),
});

/** An error at a field that is required with others; checked together with the other fields, not only once they are right. */
const requiredAt = (field: string) => ({
  path: [field],
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
  error: 'This field is required',
});
const canSignIn = ({ password, invite }: { password: string | null; invite: boolean }): boolean =>
  invite || password !== null;

/**
 * A new user, who signs in with the `password` or gets an invitation to choose one, or both. An admin makes users of any role
 * (`NewUserOfAdmin`). A manager makes their own assistants, in their company and location; fields that only admins set may hold the
 * value that they get anyway.
 */
export const NewUser = newUser.refine(canSignIn, requiredAt('password'));
export type NewUser = z.infer<typeof NewUser>;

/** A new user with the fields that an admin has to give: role, company and location, and an assistant's manager. */
export const NewUserOfAdmin = newUser
  .extend({ userRole: UserRole, companyName: Name, locationId: Id })
  .refine(canSignIn, requiredAt('password'))
  .refine(
    ({ userRole, managerId }) => userRole !== 'assistant' || Boolean(managerId),
    requiredAt('managerId'),
  );

/**
 * Any of a user's fields, unchanged ones too. A blank password is ignored. To change one's own e-mail, contact or
 * password takes the current password. `managerChanged` is ignored, because `managerId` implies it.
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

/** The result of a sign-in or a refresh. `refreshToken` becomes an HttpOnly cookie, which scripts of a page can't read. */
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
  /** Only the managers of `locationId`, if given; '0' means all locations. */
  managers: call(
    'auth.users.managers',
    z.strictObject({ locationId: Id.optional() }),
    z.object({ managers: z.array(z.object({ id: z.string(), name: z.string() })) }),
  ),
  /** The ids among these that belong to users, for services that keep something of users. */
  existing: call(
    'auth.users.existing',
    z.strictObject({ ids: z.array(Id).min(1).max(MOST_USERS_ASKED) }),
    z.object({ ids: z.array(z.string()) }),
  ),
};

/** The cookie's text, of any length: a text that is no refresh token of ours opens no session, but is not malformed. */
const Held = z.strictObject({ refreshToken: z.string() });

/**
 * The request that renews a session. With `attempt`, at least 128 random bits, a client may repeat a request whose response was lost: the
 * same attempt with the same refresh token gets the same new one. Any other second use of a refresh token ends the session.
 */
export const Renewal = z.strictObject({
  attempt: z
    .string()
    .regex(/^[A-Za-z0-9_-]{22,64}$/, '22 to 64 letters, digits, - or _')
    .optional(),
});

/** The sessions that a sign-out ended. `isOthers`: the refresh token opens another user's session, which stays open. */
export const SignedOut = z.object({ sessionIds: z.array(z.string()), isOthers: z.boolean() });

export const signIn = {
  login: call('auth.sign-in.login', Login, Session),
  refresh: call('auth.sign-in.refresh', Held.extend(Renewal.shape), Session),
  /** Ends the actor's session and the one that the refresh token opens; the token is '' if the request has none. */
  logout: call('auth.sign-in.logout', Held, SignedOut),
};
