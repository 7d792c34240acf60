import { z } from 'zod';
import { UserRole } from './actor.ts';
import { call } from './call.ts';
import { Contact, Email, Id, Name, Password, blankAsAbsent } from './fields.ts';

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
  locationName: z.string(),
  smsLimit: z.int(),
  alertContactStatus: z.literal([0, 1]),
  managerId: z.string().nullable(),
  createdAt: z.string(),
});
export type User = z.infer<typeof User>;

export const NewUser = z.strictObject({
  name: Name,
  email: Email,
  password: Password,
  contact: Contact,
  companyName: Name,
  locationName: Name,
  userRole: UserRole,
  managerId: blankAsAbsent(Id),
  smsLimit: z.int().min(0).max(1000).default(1000),
  alertContactStatus: z.literal([0, 1]).default(0),
  mqttAdmin: MqttAdmin.default('Inactive'),
});
export type NewUser = z.infer<typeof NewUser>;

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
  remove: call('auth.users.remove', z.strictObject({ id: Id }), z.null()),
  managers: call(
    'auth.users.managers',
    z.strictObject({}),
    z.object({ managers: z.array(z.object({ id: z.string(), name: z.string() })) }),
  ),
};

export const signIn = {
  login: call('auth.sign-in.login', Login, Session),
  refresh: call('auth.sign-in.refresh', z.strictObject({ refreshToken: z.string().max(200) }), Session),
  logout: call('auth.sign-in.logout', z.strictObject({ refreshToken: z.string().max(200) }), z.null()),
};
