import { tellOfSignOut } from './request.ts';
import { untoldSignOut } from './untold-sign-out.ts';

const AGAIN_AFTER_MS = 3_000;

const delay = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Sends the sign-out to the server until it responds, a user signs in, or the page is left. */
export const tellUntilKnown = async (left: AbortSignal, wait = delay): Promise<void> => {
  while (!left.aborted && untoldSignOut() !== null) {
    await tellOfSignOut();
    if (untoldSignOut() !== null) await wait(AGAIN_AFTER_MS);
  }
};
