import { z } from 'zod';
import { call } from '../call.ts';

/**
 * Why a browser may not show the flow editor: nothing answers in time, no connection, an error, a refusal to be framed, or a redirect
 * to another site.
 */
export const EditorProblem = z.enum(['silent', 'unreachable', 'failing', 'refusesFrames', 'elsewhere']);
export type EditorProblem = z.infer<typeof EditorProblem>;

export const dataRouting = {
  /** The flow editor of the installation; `url` is null if none is set. */
  show: call(
    'gateway.dataRouting.show',
    z.strictObject({}),
    z.object({ url: z.string().nullable(), problem: EditorProblem.nullable() }),
  ),
};
