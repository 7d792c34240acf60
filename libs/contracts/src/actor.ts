import { z } from 'zod';

export const UserRole = z.enum(['admin', 'manager', 'assistant']);
export type UserRole = z.infer<typeof UserRole>;

/**
 * The caller, a user or a service. Role `none` has no token, as at sign-in. An assistant's `managerId` is the id of
 * their manager; for a manager's see `managerIdOf`.
 */
export const Actor = z.strictObject({
  id: z.string(),
  role: z.enum([...UserRole.options, 'none']),
  managerId: z.string().nullable(),
  mqttAdmin: z.boolean(),
  /** The session of a signed-in user. */
  sessionId: z.string().optional(),
});
export type Actor = z.infer<typeof Actor>;

/** The `managerId` of a user's calls: a manager's is their own id. */
export const managerIdOf = ({
  id,
  userRole,
  managerId,
}: {
  readonly id: string;
  readonly userRole: UserRole;
  readonly managerId: string | null;
}): string | null => (userRole === 'manager' ? id : managerId);

/** Rights that an admin gives to single users, beside their role. */
export const UserFlag = z.enum(['mqttAdmin']);
export type UserFlag = z.infer<typeof UserFlag>;

/** Whether the role may see and change the data of all owners. */
export const isAdmin = (role: Actor['role']): boolean => role === 'admin';

/** Whether a user has a flag; an admin has every one. */
export const hasFlag = (user: Pick<Actor, 'role' | UserFlag>, flag: UserFlag): boolean =>
  isAdmin(user.role) || user[flag];

/** The users to whom a thing belongs, apart from admins. */
interface Owned {
  readonly managerId: string | null;
  readonly assistantIds: readonly string[];
}

/** Whether a user may see a thing: an admin all, a manager their own, an assistant those assigned to them. */
export const maySee = (
  { id, role }: Pick<Actor, 'id' | 'role'>,
  { managerId, assistantIds }: Owned,
): boolean => {
  if (isAdmin(role)) return true;
  return role === 'manager' ? managerId === id : role === 'assistant' && assistantIds.includes(id);
};

/** A service that calls on its own behalf, not for a user. */
export const SYSTEM: Actor = { id: 'system', role: 'admin', managerId: null, mqttAdmin: true };
export const ANONYMOUS: Actor = { id: 'anonymous', role: 'none', managerId: null, mqttAdmin: false };
