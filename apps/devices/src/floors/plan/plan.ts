/** A floor's plan as it is stored, sanitized. */
export interface Plan {
  bytes: Uint8Array;
  contentType: 'image/png' | 'image/jpeg' | 'image/svg+xml';
  extension: 'png' | 'jpg' | 'svg';
  /** Pixels. */
  width: number;
  height: number;
}

/** Why a file can't be a plan, with advice, in sentences. Contains nothing of the file's content. */
export class NoPlan extends Error {}
