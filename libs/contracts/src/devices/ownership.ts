import { z } from 'zod';
import { call } from '../call.ts';
import { Id } from '../fields.ts';

/** For services only: the kinds of things that a manager owns, in plain words ("devices"); empty if none. */
export const ownership = {
  of: call(
    'devices.ownership.of',
    z.strictObject({ managerId: Id }),
    z.object({ owns: z.array(z.string()) }),
  ),
};
