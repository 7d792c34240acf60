/** Calls of /v1 with the session of the console. */

const STORED_UNDER = 'DASHBOARD_USER';
const PATIENCE_MS = 10_000;

/** A failed call; `status` is 0 without an answer. */
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

/** A new token for an expired one. One tab at a time, because a refresh token can be used once. */
const renewed = (stale) =>
  navigator.locks.request('telemon.renew-session', async () => {
    const present = readSession();
    if (present?.token && present.token !== stale) return present.token;
    const { user, token } = await open(await exchange('POST', '/user/refresh', null, '{}'));
    localStorage.setItem(STORED_UNDER, JSON.stringify({ user, token }));
    return token;
  });

/** Makes one call. @throws {Refusal} with status 401 without a session. */
export const ask = async (method, path) => {
  const token = readSession()?.token;
  if (typeof token !== 'string') throw new Refusal('Not signed in', 401);
  const response = await exchange(method, path, token);
  if (response.status !== 401) return open(response);
  return open(await exchange(method, path, await renewed(token)));
};
