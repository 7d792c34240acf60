import { BuildingChange, NewBuilding, type Building } from '@telemon/contracts/devices/buildings';
import { Id } from '@telemon/contracts/fields';
import type { z } from 'zod';
import { changedFields } from '../form/changed-fields.ts';

export type BuildingValues = {
  buildingName: string;
  managerId: string | null;
  lat: number | null;
  lng: number | null;
};

export const NEW_BUILDING: BuildingValues = { buildingName: '', managerId: null, lat: null, lng: null };

export const valuesOf = ({ buildingName, managerId, lat, lng }: Building): BuildingValues => ({
  buildingName,
  managerId,
  lat,
  lng,
});

/** Whose form it is, and of which building: `before` is it as it stands, where it is no new one. */
export interface FormContext {
  byAdmin: boolean;
  before?: Building | undefined;
  /** Whose a new one is, where that is no more a choice. */
  ofManager?: string | undefined;
}

/** An admin says whose it is; a manager's is their own. */
const NewOfAdmin = NewBuilding.safeExtend({ managerId: Id });
const ChangeOfAdmin = BuildingChange.extend({ managerId: Id.optional() });

export const schemaFor = ({ byAdmin, before }: FormContext): z.ZodType => {
  if (before === undefined) return byAdmin ? NewOfAdmin : NewBuilding;
  return byAdmin ? ChangeOfAdmin : BuildingChange;
};

const sayable = (byAdmin: boolean, { managerId, ...values }: BuildingValues) =>
  byAdmin ? { ...values, managerId } : values;

/** Of a building that is there already it is what was changed; an admin also says whether its manager was. */
export const toSend =
  ({ byAdmin, before }: FormContext) =>
  (values: BuildingValues) => {
    if (before === undefined) return sayable(byAdmin, values);
    const change = changedFields(sayable(byAdmin, values), sayable(byAdmin, valuesOf(before)));
    return { ...change, ...(byAdmin && { managerChanged: 'managerId' in change }) };
  };
