import { type Actor, isAdmin } from '@telemon/contracts/actor';
import { managerNeeded, onlyOwnManager } from './managers.errors.ts';
import type { ManagersService } from './managers.service.ts';

/**
 * The future owner of something that an actor creates or changes: a manager always themselves, an admin the existing manager they
 * name.
 * @throws if the actor may not choose this manager, or there is no such manager.
 */
export const ownerFor = async (
  actor: Actor,
  named: string | null | undefined,
  managers: ManagersService,
  field: string,
): Promise<string> => {
  if (!isAdmin(actor.role)) {
    if (actor.role !== 'manager' || (named && named !== actor.id)) throw onlyOwnManager();
    return actor.id;
  }
  if (!named || !(await managers.exists(named))) {
    throw managerNeeded(undefined, {
      fields: { [field]: named ? 'There is no such manager' : 'This field is required' },
    });
  }
  return named;
};
