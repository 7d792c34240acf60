import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { Filter } from 'mongodb';
import { assistantsOnlyLook } from './buildings.errors.ts';
import type { Places } from './placed-devices.ts';

/** Who asks, and for an assistant where the devices stand that they are assigned to. */
export interface PlaceScope {
  actor: Actor;
  places: Places | null;
}

/** The scope is in the query: a foreign building or floor finds nothing, just as a missing one does. */
export const placesIn = <Place extends { _id: string; managerId: string }>(
  { actor, places }: PlaceScope,
  kind: keyof Places,
): Filter<Place> =>
  (isAdmin(actor.role)
    ? {}
    : actor.role === 'manager'
      ? { managerId: actor.id }
      : { _id: { $in: places?.[kind] ?? [] } }) as Filter<Place>;

/** @throws for whoever may look at places and not change them. */
export const refuseAssistants = ({ role }: Actor): void => {
  if (!isAdmin(role) && role !== 'manager') throw assistantsOnlyLook();
};
