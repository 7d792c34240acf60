import { z } from 'zod';
import { call } from '../call.ts';
import { Id, Name, blankAsAbsent } from '../fields.ts';
import { pageOf, pageQuery } from '../page.ts';

/** A place with floors that devices stand on, owned by a manager. */
export const Building = z.object({
  buildingId: z.string(),
  buildingName: z.string(),
  managerId: z.string(),
  managerName: z.string(),
  lat: z.number(),
  lng: z.number(),
  createdAt: z.string(),
});
export type Building = z.infer<typeof Building>;

/** The position of a building on the map, degrees. */
export const COORDINATES = {
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
};

const settings = { managerId: blankAsAbsent(Id), ...COORDINATES };

/** The centre of a new map, and the position of a building without one. The documents give it as the centre of a device's map. */
export const DEFAULT_CENTRE = { lat: 57, lng: 16 };

/**
 * `managerId` is the owner. It may be left out by a manager, who always owns what they make. Without both `lat` and `lng`, the
 * building is in `DEFAULT_CENTRE`.
 */
export const NewBuilding = z
  .strictObject({
    buildingName: Name,
    ...settings,
    lat: blankAsAbsent(COORDINATES.lat),
    lng: blankAsAbsent(COORDINATES.lng),
  })
  .superRefine(({ lat, lng }, context) => {
    if ((lat === null) === (lng === null)) return;
    const path = [lat === null ? 'lat' : 'lng'];
    context.addIssue({ code: 'custom', path, message: 'This field is required' });
  });
export type NewBuilding = z.infer<typeof NewBuilding>;

/**
 * `buildingName` may be sent unchanged; a building is never renamed. `managerChanged` is ignored, because `managerId` implies it.
 */
export const BuildingChange = z
  .strictObject({ buildingName: z.string().trim(), ...settings, managerChanged: z.boolean() })
  .partial();
export type BuildingChange = z.infer<typeof BuildingChange>;

const identified = z.strictObject({ id: Id });

export const buildings = {
  create: call('devices.buildings.create', NewBuilding, Building),
  list: call(
    'devices.buildings.list',
    pageQuery(['buildingName', 'createdAt', 'managerName']),
    pageOf('building', Building),
  ),
  all: call(
    'devices.buildings.all',
    z.strictObject({}),
    z.object({
      building: z.array(Building.pick({ buildingId: true, buildingName: true, managerId: true })),
    }),
  ),
  get: call('devices.buildings.get', identified, Building),
  update: call('devices.buildings.update', BuildingChange.extend(identified.shape), Building),
  remove: call('devices.buildings.remove', identified, z.null()),
};
