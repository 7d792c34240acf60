import { z } from 'zod';
import { call } from '../call.ts';
import { Id } from '../fields.ts';

/** Asked by services alone: what a manager owns, in plain words ("devices"); nothing where nothing is left. */
export const ownership = {
  of: call(
    'devices.ownership.of',
    z.strictObject({ managerId: Id }),
    z.object({ owns: z.array(z.string()) }),
  ),
};
