import type { Actor } from '@telemon/contracts/actor';
import { alertNotFound, notYourAlert } from './alerts.errors.ts';
import type { AlertDocument } from './alerts.repository.ts';

/** Whether the actor may change, try or delete an alert in the actor's scope: an assistant only those that they created. */
export const mayChange = (actor: Actor, { createdBy }: Pick<AlertDocument, 'createdBy'>): boolean =>
  actor.role !== 'assistant' || createdBy === actor.id;

/**
 * An alert in the actor's scope, if the actor may change, try or delete it.
 * @param found null for a foreign and for a missing one
 * @throws alertNotFound; notYourAlert for an assistant who did not create it
 */
export const changeableBy = (actor: Actor, found: AlertDocument | null): AlertDocument => {
  if (!found) throw alertNotFound();
  if (!mayChange(actor, found)) throw notYourAlert();
  return found;
};
