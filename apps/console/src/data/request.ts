import type { Envelope } from '@telemon/contracts/errors';
import type { SessionUser } from '@telemon/contracts/auth/users';
import { translate, translateMessage, translateMessages } from '../texts/translate.ts';
import { aloneAmongTabs } from './alone-among-tabs.ts';
import { Refusal, statusOf } from './refusal.ts';
import { keepSession, leaveForLogin, readSession, removeSession, type StoredSession } from './session.ts';
import { forgetUntold, noteUntold, untoldSignOut } from './untold-sign-out.ts';

export const API = '/v1';
const PATIENCE_MS = 30_000;
/** Somebody waits to leave, or to sign in again; what had no answer by then is told anew. */
const SIGN_OUT_PATIENCE_MS = 5_000;

export interface Question {
  method: string;
  /** Below /v1, with its query. */
  path: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** One HTTP exchange with the token given; any failure is a Refusal. */
const exchange = async (
  { method, path, body, signal }: Question,
  token: string | null,
  patienceMs = PATIENCE_MS,
): Promise<Response> => {
  const patience = AbortSignal.timeout(patienceMs);
  const headers = new Headers({ Accept: 'application/json' });
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  try {
    return await fetch(`${API}${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Refusal(translate('failure.unreachable'), 0);
  }
};

/** Reads an answer's envelope; one that reports a failure becomes a Refusal. */
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

/** Asks /v1 as somebody who is not signed in. */
export const requestAsVisitor = async (question: Question): Promise<Envelope> =>
  openEnvelope(await exchange(question, null));

let renewal: Promise<StoredSession> | null = null;

/**
 * Gets a new access token in place of a stale one; callers at the same time share one exchange. One tab at a time: a
 * refresh token is good for one use, and a second use looks like a theft.
 */
const renewSession = (staleToken: string): Promise<StoredSession> => {
  renewal ??= aloneAmongTabs('telemon.renew-session', async () => {
    const present = readSession();
    if (present !== null && present.token !== staleToken) return present;
    const { data } = await requestAsVisitor({ method: 'POST', path: '/user/refresh', body: {} });
    // Whoever signed out meanwhile, in this tab or another, stays so.
    if (readSession() === null) throw new Refusal(translate('failure.signedOut'), 401);
    const { user, token } = data as StoredSession;
    keepSession({ user, token });
    return { user, token };
  }).finally(() => {
    renewal = null;
  });
  return renewal;
};

/** Whether somebody signs out here: they leave once the server knows, whatever the page asks until then. */
let signingOut = false;

/** Ends the session here and goes to the sign-in page. */
const endSession = () => {
  if (signingOut) return;
  removeSession();
  leaveForLogin({ next: window.location.pathname + window.location.search, ended: true });
};

/** Runs an exchange with the present token and, where that has run out, once more with a new one. */
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

/** Asks /v1 as the person who is signed in. */
export const request = async (question: Question): Promise<Envelope> =>
  openEnvelope(await withSession((token) => exchange(question, token)));

/**
 * Sign-ins and sign-outs, one at a time in all tabs: the answer to a sign-out takes the cookie of this browser, also one
 * that a sign-in has just brought.
 */
const atTheDoor = <T>(work: () => Promise<T>): Promise<T> => aloneAmongTabs('telemon.door', work);

/** Signs in and keeps the session. A failed try leaves none behind. */
export const signIn = (email: string, password: string): Promise<SessionUser> =>
  atTheDoor(async () => {
    try {
      const body = { email, password };
      const session = (await requestAsVisitor({ method: 'POST', path: '/user/login', body }))
        .data as StoredSession;
      // The cookie is of this session now: of the one before, nothing is left here that could be told.
      forgetUntold();
      keepSession(session);
      return session.user;
    } catch (error) {
      removeSession();
      throw error;
    }
  });

/** Tells the server of a sign-out, unless another tab has done so, or signed in. */
const tell = async (token: string | null): Promise<void> => {
  if (untoldSignOut() === null) return;
  const question = { method: 'POST', path: '/user/logout', body: {} };
  try {
    await openEnvelope(await exchange(question, token, SIGN_OUT_PATIENCE_MS));
  } catch (error) {
    // By a 401 it says that it knows of no session here.
    if (statusOf(error) !== 401) return noteUntold('failed');
  }
  forgetUntold();
};

/** Tells the server, where nobody is signed in, of a sign-out that it does not know of. The cookie says which. */
export const tellOfSignOut = (): Promise<void> =>
  atTheDoor(async () => {
    if (readSession() === null) await tell(null);
  });

/** Signs out; here in any case. The server is told later by the sign-in page, where it can't be told now. */
export const signOut = async (): Promise<void> => {
  const session = readSession();
  signingOut = true;
  noteUntold('begun');
  removeSession();
  await atTheDoor(() => tell(session?.token ?? null));
  leaveForLogin();
};
