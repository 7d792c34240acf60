import type { Call } from './call.ts';
import type { files } from './devices/files.ts';

/** Who may ask: A admin, M manager, S assistant; `public` needs no token. */
export type Who = 'AMS' | 'AM' | 'A' | 'public';

/**
 * Whose things a call is about: `many`, of which each caller sees their own; `one`, which for everyone else answers as one
 * that does not exist; without either, nobody's in particular.
 */
export type Of = 'many' | 'one';

export interface Route {
  who: Who;
  of?: Of;
  call: Call;
  /** The answer stands in `data` under this name; without it, the answer is `data` itself. */
  as?: string;
  /** The envelope's message. */
  says?: string;
  /**
   * The body is one file of at most `maxBytes`, as multipart in this field. Its chunks go `to` the service one by one; then
   * the call is asked with it as `upload`.
   */
  upload?: { field: string; maxBytes: number; to: Pick<typeof files, 'putChunk' | 'drop'> };
  /** The answer is a file, and no envelope: the call says what it is, this one gives its chunks. */
  file?: typeof files.chunk;
}

/** Calls of /v1: `METHOD /path` → who may ask, and what answers. */
export type Routes = Record<`${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`, Route>;
