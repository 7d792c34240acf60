import type { Actor } from '@telemon/contracts/actor';
import { mayChange } from '../rules/may-change.ts';
import { alertNotFound, notYourAlert } from './alerts.errors.ts';
import type { AlertDocument } from './alerts.repository.ts';

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
