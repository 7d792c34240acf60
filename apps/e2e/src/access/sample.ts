import type { Principal } from '@telemon/testing/access-table';
import { missingName } from './people.ts';
import type { Things } from './things.ts';

/** A valid call about a thing of the own manager, and the same call about a missing thing. */
export interface Sample {
  path: string;
  /** The path of the call about a missing thing; absent for calls that name no thing. */
  missing?: string;
  body?: unknown;
  missingBody?: unknown;
}

export type Make = (things: Things, principal: Principal) => Promise<Sample>;

export const about =
  (path: (name: string) => string) =>
  async ({ deviceName }: Things) => ({
    path: path(deviceName),
    missing: path(missingName()),
  });
export const aboutDashboard = (part: string) => about((name) => `/deviceDashboard/${part}/${name}`);
export const list = (path: string) => async () => ({ path });
