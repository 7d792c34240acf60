import type { Envelope } from '@telemon/contracts/errors';
import type { SessionUser } from '@telemon/contracts/auth/users';
import { translate, translateMessage, translateMessages } from '../texts/translate.ts';
import { withTabLock } from './tab-lock.ts';
import { Refusal, statusOf } from './refusal.ts';
import { endRenewalAttempt, renewalAttempt } from './renewal-attempt.ts';
import { keepSession, leaveForLogin, readSession, removeSession, type StoredSession } from './session.ts';
import { clearPendingSignOut, pendingSignOut, storePendingSignOut } from './pending-sign-out.ts';

export const API = '/v1';
const TIMEOUT_MS = 30_000;
/** The user waits for the sign-out; if the server has not responded by then, it is retried later. */
const SIGN_OUT_TIMEOUT_MS = 5_000;

export interface ApiCall {
  method: string;
  /** The path below /v1, with the query. */
  path: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** Sends one HTTP request with the token; throws a Refusal if the server is unreachable. */
const exchange = async (
  { method, path, body, signal }: ApiCall,
  token: string | null,
  timeoutMs = TIMEOUT_MS,
): Promise<Response> => {
  const timeout = AbortSignal.timeout(timeoutMs);
  const headers = new Headers({ Accept: 'application/json' });
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  try {
    return await fetch(`${API}${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Refusal(translate('failure.unreachable'), 0);
  }
};

/** Returns a response's envelope; throws a Refusal if it reports an error. */
export const openEnvelope = async (response: Response): Promise<Envelope> => {
  const envelope = (await response.json().catch(() => null)) as Envelope | null;
  if (envelope !== null && response.ok && !envelope.error) return envelope;
  const retryAfter = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  throw new Refusal(
    envelope?.message
      ? translateMessage(envelope.message)
      : translate('failure.status', { status: response.status }),
    response.status,
    envelope?.requestId ?? response.headers.get('X-Request-Id'),
    envelope?.fields && translateMessages(envelope.fields),
    Number.isNaN(retryAfter) ? null : retryAfter,
  );
};

/** Calls /v1 without a token. */
export const requestAsVisitor = async (call: ApiCall): Promise<Envelope> =>
  openEnvelope(await exchange(call, null));

let renewal: Promise<StoredSession> | null = null;

/**
 * Renews a stale access token; concurrent callers share one request, also across tabs: a refresh token can be used once, and a
 * second use looks like theft.
 */
const renewSession = (staleToken: string): Promise<StoredSession> => {
  renewal ??= withTabLock('telemon.renew-session', async () => {
    const present = readSession();
    if (present !== null && present.token !== staleToken) return present;
    const body = { attempt: renewalAttempt() };
    const { data } = await requestAsVisitor({ method: 'POST', path: '/user/refresh', body });
    endRenewalAttempt();
    // A sign-out during the renewal, in any tab, is final.
    if (readSession() === null) throw new Refusal(translate('failure.signedOut'), 401);
    const { user, token } = data as StoredSession;
    keepSession({ user, token });
    return { user, token };
  }).finally(() => {
    renewal = null;
  });
  return renewal;
};

/** Whether a sign-out is in progress: a call that fails meanwhile must not leave the page before the server has responded. */
let signingOut = false;

/** Ends the session in this browser and opens the sign-in page. */
const endSession = () => {
  if (signingOut) return;
  removeSession();
  leaveForLogin({ next: window.location.pathname + window.location.search, ended: true });
};

/** Sends a request with the current token; if it has expired, renews it and sends the request again. */
export const withSession = async (run: (token: string) => Promise<Response>): Promise<Response> => {
  const session = readSession();
  if (session === null) {
    endSession();
    throw new Refusal(translate('failure.signedOut'), 401);
  }
  const response = await run(session.token);
  if (response.status !== 401) return response;
  try {
    const { token } = await renewSession(session.token);
    const again = await run(token);
    if (again.status === 401) endSession();
    return again;
  } catch (error) {
    if (error instanceof Refusal && (error.status === 401 || error.status === 403)) {
      endSession();
      throw new Refusal(translate('failure.signedOut'), 401, error.requestId);
    }
    throw error;
  }
};

/** Calls /v1 as the signed-in user. */
export const request = async (call: ApiCall): Promise<Envelope> =>
  openEnvelope(await withSession((token) => exchange(call, token)));

/**
 * Runs sign-ins and sign-outs one at a time across tabs: the response to a sign-out clears the browser's cookie, also one that a
 * later sign-in has set.
 */
const withSignInLock = <T>(work: () => Promise<T>): Promise<T> => withTabLock('telemon.door', work);

/** Signs in and stores the session. A failed sign-in removes the stored session. */
export const signIn = (email: string, password: string): Promise<SessionUser> =>
  withSignInLock(async () => {
    try {
      const body = { email, password };
      const session = (await requestAsVisitor({ method: 'POST', path: '/user/login', body }))
        .data as StoredSession;
      // The sign-in replaced the cookie, so an earlier session can no longer be signed out.
      clearPendingSignOut();
      keepSession(session);
      return session.user;
    } catch (error) {
      removeSession();
      throw error;
    }
  });

/** Sends the sign-out to the server, unless another tab has sent it or signed in. */
const sendSignOut = async (token: string | null): Promise<void> => {
  if (pendingSignOut() === null) return;
  const call = { method: 'POST', path: '/user/logout', body: {} };
  try {
    await openEnvelope(await exchange(call, token, SIGN_OUT_TIMEOUT_MS));
  } catch (error) {
    // A 401 means that the server has no such session.
    if (statusOf(error) !== 401) return storePendingSignOut('failed');
  }
  clearPendingSignOut();
};

/** Sends a pending sign-out to the server if no user is signed in. The cookie identifies the session. */
export const sendPendingSignOut = (): Promise<void> =>
  withSignInLock(async () => {
    if (readSession() === null) await sendSignOut(null);
  });

/** Ends the session in this browser in any case. If the server cannot be reached, the sign-in page retries the sign-out. */
export const signOut = async (): Promise<void> => {
  const session = readSession();
  signingOut = true;
  storePendingSignOut('begun');
  removeSession();
  await withSignInLock(() => sendSignOut(session?.token ?? null));
  leaveForLogin();
};
