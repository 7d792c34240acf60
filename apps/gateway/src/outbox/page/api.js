/** /v1 as the person who is signed in to the console: this page shares the console's session. */

const STORED_UNDER = 'DASHBOARD_USER';
const PATIENCE_MS = 10_000;

/** A call that was not answered as hoped; `status` 0 where nothing answered at all. */
export class Refusal extends Error {
  constructor(message, status, requestId = null) {
    super(message);
    this.status = status;
    this.requestId = requestId;
  }
}

const readSession = () => {
  try {
    return JSON.parse(localStorage.getItem(STORED_UNDER) ?? 'null');
  } catch {
    return null;
  }
};

const exchange = async (method, path, token, body) => {
  try {
    return await fetch(`/v1${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body }),
    });
  } catch {
    throw new Refusal('Telemon does not answer', 0);
  }
};

const open = async (response) => {
  const envelope = await response.json().catch(() => null);
  if (response.ok && envelope?.error === false) return envelope.data;
  throw new Refusal(envelope?.message ?? `Answered ${response.status}`, response.status, envelope?.requestId);
};

/** A new token for one that has run out. One tab at a time, as a refresh token is good for one use. */
const renewed = (stale) =>
  navigator.locks.request('telemon.renew-session', async () => {
    const present = readSession();
    if (present?.token && present.token !== stale) return present.token;
    const { user, token } = await open(await exchange('POST', '/user/refresh', null, '{}'));
    localStorage.setItem(STORED_UNDER, JSON.stringify({ user, token }));
    return token;
  });

/** Asks one call. @throws {Refusal} with status 401 where nobody is signed in. */
export const ask = async (method, path) => {
  const token = readSession()?.token;
  if (typeof token !== 'string') throw new Refusal('Nobody is signed in', 401);
  const response = await exchange(method, path, token);
  if (response.status !== 401) return open(response);
  return open(await exchange(method, path, await renewed(token)));
};
