import { z } from 'zod';
import { call } from '../call.ts';
import { SAID_OF_MISSING } from '../errors.ts';
import { Id, Name } from '../fields.ts';
import { Upload } from './files.ts';
import { pageOf, pageQuery } from '../page.ts';

/** A floor of a building; its manager is the building's. */
export const Floor = z.object({
  floorId: z.string(),
  floorName: z.string(),
  buildingId: z.string(),
  buildingName: z.string(),
  /** The address of its plan, signed for the caller, for an hour at most; `imageUrl` is the same. */
  mapUrl: z.string(),
  imageUrl: z.string(),
  /** The plan's size, pixels. */
  width: z.int(),
  height: z.int(),
  createdAt: z.string(),
});
export type Floor = z.infer<typeof Floor>;

/** A text with its own message if it is missing. */
const wanted = <Schema extends z.ZodType<unknown, string>>(asking: string, schema: Schema) =>
  z
    .preprocess((value) => value ?? '', z.string().trim())
    .refine((text) => text !== '', { error: asking, abort: true, params: SAID_OF_MISSING })
    .pipe(schema);

/** `mapUrl`: the `mapUrl` or the `fileName` that the upload of the plan returned. */
export const NewFloor = z.strictObject({
  buildingId: Id,
  floorName: wanted('Floor name is required', Name),
  mapUrl: wanted('Please upload an image!', z.string().max(400)),
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

/** A stored plan; it is deleted unless a floor is made with it within a day. */
export const UploadedPlan = Floor.pick({ mapUrl: true, width: true, height: true }).extend({
  fileName: z.string(),
});
export type UploadedPlan = z.infer<typeof UploadedPlan>;

export const plans = {
  // Reading a large plan takes time, and other plans queue for it.
  upload: call('devices.plans.upload', z.strictObject({ upload: Upload }), UploadedPlan, {
    answerWithinMs: 45_000,
  }),
  /** Removes a plan that no floor has yet. */
  remove: call('devices.plans.remove', z.strictObject({ fileName: z.string().min(1).max(100) }), z.null()),
};
