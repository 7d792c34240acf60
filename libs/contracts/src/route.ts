import type { z } from 'zod';
import type { UserFlag } from './actor.ts';
import type { Call } from './call.ts';
import type { files } from './devices/files.ts';
import type { StreamedFile } from './streamed-file.ts';

/** Roles that may call: A admin, M manager, S assistant; `public` needs no token. */
export type Who = 'AMS' | 'AM' | 'A' | 'public';

/**
 * The scope of a call. `many`: each caller sees the objects in their scope. `one`: an object outside the caller's scope answers
 * as missing. Absent: the call is not about owned objects.
 */
type Of = 'many' | 'one';

export interface Route {
  who: Who;
  /** The call needs this flag of the user beside the role; the admin always has it. */
  flag?: UserFlag;
  of?: Of;
  call: Call;
  /** The name of the answer in `data`; without it, the answer is `data` itself. */
  as?: string;
  /** The name of the record in an answer that has more beside it. */
  record?: string;
  /** The envelope's message. */
  says?: string;
  /**
   * The body is one file of at most `maxBytes`, as multipart in this field. Its chunks go `to` the service one by one; then the
   * call gets the file as `upload`.
   */
  upload?: { field: string; maxBytes: number; to: Pick<typeof files, 'putChunk' | 'drop'> };
  /**
   * The body is a form of at most `maxBytes` that another system has signed in the `header`. The call gets both as the text that
   * they are: `form` and `signature`.
   */
  signedForm?: { header: string; maxBytes: number };
  /** The answer is a file without an envelope: the call describes it, and this one returns its chunks. */
  file?: typeof files.chunk;
  /** With a `format` in the query, the answer is a file without an envelope, which the service of this call streams. */
  export?: Call<z.ZodType, typeof StreamedFile>;
  /** `now`: the call orders an export, and counts as one. `before`: it is about one that was counted when it was ordered. */
  ordered?: 'now' | 'before';
}

/** Calls of /v1, by `METHOD /path`. */
export type Routes = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Route>;
