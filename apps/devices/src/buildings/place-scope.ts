import { type Actor, isAdmin } from '@telemon/contracts/actor';
import { type QueryFilter, trusted } from 'mongoose';
import { refuseAssistants } from '../devices/devices.errors.ts';
import { assistantsOnlyLook } from './buildings.errors.ts';
import type { BuildingAndFloorIds } from './placed-devices.ts';

/** The actor and, for an assistant, the places of the assigned devices. */
export interface PlaceScope {
  actor: Actor;
  places: BuildingAndFloorIds | null;
}

/** The scope is part of the query: a foreign building or floor is not found, like a missing one. */
export const placesIn = <Place extends { _id: string; managerId: string }>(
  { actor, places }: PlaceScope,
  kind: keyof BuildingAndFloorIds,
): QueryFilter<Place> =>
  (isAdmin(actor.role)
    ? {}
    : actor.role === 'manager'
      ? { managerId: actor.id }
      : { _id: trusted({ $in: places?.[kind] ?? [] }) }) as QueryFilter<Place>;

/** @throws for assistants, who may see places but not change them. */
export const refuseChangesByAssistants = (actor: Actor): void => refuseAssistants(actor, assistantsOnlyLook);
