import { sendPendingSignOut } from './request.ts';
import { pendingSignOut } from './pending-sign-out.ts';

const RETRY_AFTER_MS = 3_000;

const delay = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Sends the sign-out to the server until it responds, a user signs in, or the page is left. */
export const retrySignOut = async (signal: AbortSignal, wait = delay): Promise<void> => {
  while (!signal.aborted && pendingSignOut() !== null) {
    await sendPendingSignOut();
    if (pendingSignOut() !== null) await wait(RETRY_AFTER_MS);
  }
};
