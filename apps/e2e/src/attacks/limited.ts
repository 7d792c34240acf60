import { afterAll, beforeAll } from '@jest/globals';
import { type Installation, startInstallation } from '../installation.ts';
import { BEHIND_A_PROXY, Outsider } from './outsider.ts';

/** An installation with the default limits on sign-ins, codes and uploads, behind a proxy. */
export interface Limited {
  installation: Installation;
  outsider: Outsider;
}

const MANY_CALLS = { USER_LIMIT: '1000000', ADDRESS_LIMIT: '1000000' };
export const PUBLIC_URL = 'https://telemon.example.com';

/** Starts it for one test file; it is available once the hooks have run. */
export const limitedInstallation = (): Limited => {
  const limited = {} as Limited;
  beforeAll(async () => {
    limited.installation = await startInstallation({ ...BEHIND_A_PROXY, ...MANY_CALLS, PUBLIC_URL });
    limited.outsider = new Outsider(limited.installation.product.addresses.url);
  }, 240_000);
  afterAll(async () => {
    limited.outsider?.close();
    await limited.installation?.stop();
  });
  return limited;
};
