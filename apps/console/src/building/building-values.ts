import {
  BuildingChange,
  COORDINATES,
  NewBuilding,
  type Building,
} from '@telemon/contracts/devices/buildings';
import { Id } from '@telemon/contracts/fields';
import type { z } from 'zod';
import { changedFields } from '../kit/changed-fields.ts';

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

interface FormContext {
  byAdmin: boolean;
  /** The building that is edited; undefined for a new one. */
  before?: Building | undefined;
}

/** An admin selects the manager; a manager's building is their own. The form has no default place. */
const NewOfManager = NewBuilding.safeExtend(COORDINATES);
const NewOfAdmin = NewOfManager.safeExtend({ managerId: Id });
const ChangeOfAdmin = BuildingChange.extend({ managerId: Id.optional() });

export const schemaFor = ({ byAdmin, before }: FormContext): z.ZodType => {
  if (before === undefined) return byAdmin ? NewOfAdmin : NewOfManager;
  return byAdmin ? ChangeOfAdmin : BuildingChange;
};

const sendable = (byAdmin: boolean, { managerId, ...values }: BuildingValues) =>
  byAdmin ? { ...values, managerId } : values;

/** All fields of a new building; only the changed fields of an existing one. An admin also sends whether the manager changed. */
export const toSend =
  ({ byAdmin, before }: FormContext) =>
  (values: BuildingValues) => {
    if (before === undefined) return sendable(byAdmin, values);
    const change = changedFields(sendable(byAdmin, values), sendable(byAdmin, valuesOf(before)));
    return { ...change, ...(byAdmin && { managerChanged: 'managerId' in change }) };
  };
