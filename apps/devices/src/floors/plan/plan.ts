/** A floor's plan as it is kept: harmless whoever opens it. */
export interface Plan {
  bytes: Uint8Array;
  contentType: 'image/png' | 'image/jpeg' | 'image/svg+xml';
  extension: 'png' | 'jpg' | 'svg';
  /** Pixels. */
  width: number;
  height: number;
}

/** Why a file can't be a plan, and what to do about it, in sentences. Nothing of what stands in the file is in it. */
export class NoPlan extends Error {}
