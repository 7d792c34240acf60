import { z } from 'zod';

export const UserRole = z.enum(['admin', 'manager', 'assistant']);
export type UserRole = z.infer<typeof UserRole>;

/**
 * Who asks. `none` is a caller without a token (sign-in). An assistant's `managerId` is the manager who made them;
 * a manager's is their own id.
 */
export const Actor = z.strictObject({
  id: z.string(),
  role: z.enum([...UserRole.options, 'none']),
  managerId: z.string().nullable(),
  mqttAdmin: z.boolean(),
  /** Of a person: the session that they ask from. */
  sessionId: z.string().optional(),
});
export type Actor = z.infer<typeof Actor>;

/** Whether somebody of the role sees and changes what is anybody's. */
export const isAdmin = (role: Actor['role']): boolean => role === 'admin';

/** A service asking on its own behalf, not for a person. */
export const SYSTEM: Actor = { id: 'system', role: 'admin', managerId: null, mqttAdmin: true };
export const ANONYMOUS: Actor = { id: 'anonymous', role: 'none', managerId: null, mqttAdmin: false };
