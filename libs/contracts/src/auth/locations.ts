import { z } from 'zod';
import { call } from '../call.ts';
import { Id, Name } from '../fields.ts';
import { pageOf, pageQuery } from '../page.ts';

/** Where customers are: users choose one, and dashboards are filtered by it. */
export const Location = z.object({ id: z.string(), locationName: z.string() });
export type Location = z.infer<typeof Location>;

export const NewLocation = z.strictObject({ locationName: Name });

const all = z.object({ locations: z.array(Location) });

export const locations = {
  create: call('auth.locations.create', NewLocation, Location),
  list: call('auth.locations.list', pageQuery(['locationName', 'createdAt']), pageOf('data', Location)),
  all: call('auth.locations.all', z.strictObject({}), all),
  remove: call('auth.locations.remove', z.strictObject({ id: Id }), z.null()),
};
