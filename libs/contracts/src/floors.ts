import { z } from 'zod';
import { call } from './call.ts';
import { Id, Name } from './fields.ts';
import { pageOf, pageQuery } from './page.ts';

/** A floor of a building; it has the manager of its building. */
export const Floor = z.object({
  floorId: z.string(),
  floorName: z.string(),
  buildingId: z.string(),
  buildingName: z.string(),
  createdAt: z.string(),
});
export type Floor = z.infer<typeof Floor>;

export const NewFloor = z.strictObject({
  buildingId: Id,
  floorName: Name,
});
export type NewFloor = z.infer<typeof NewFloor>;

const identified = z.strictObject({ id: Id });

export const floors = {
  create: call('devices.floors.create', NewFloor, Floor),
  list: call(
    'devices.floors.list',
    pageQuery(['floorName', 'buildingName', 'createdAt']),
    pageOf('floor', Floor),
  ),
  ofBuilding: call(
    'devices.floors.of-building',
    z.strictObject({ buildingId: Id }),
    z.object({ floor: z.array(Floor.pick({ floorId: true, floorName: true })) }),
  ),
  get: call('devices.floors.get', identified, Floor),
  remove: call('devices.floors.remove', identified, z.null()),
};
