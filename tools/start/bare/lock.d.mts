import type { ProcessIdentity } from './process-identity.mjs';

export type Taken =
  | { readonly release: () => void; readonly holder?: undefined }
  | { readonly release?: undefined; readonly holder: ProcessIdentity };

export function tryLock(path: string): Taken;
export function lock(path: string, onWait: (holder: ProcessIdentity) => void): Promise<() => void>;
