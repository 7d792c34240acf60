import type { Actor } from '@telemon/contracts/actor';

/** An actor; by default their own manager. */
export const anActor = (id: string, role: Actor['role'], managerId: string | null = id): Actor => ({
  id,
  role,
  managerId,
  mqttAdmin: false,
});

export const admin = anActor('a1', 'admin', null);
export const manager = anActor('m1', 'manager');
export const other = anActor('m2', 'manager');
/** An assistant of the manager. */
export const assistant = anActor('s1', 'assistant', 'm1');
