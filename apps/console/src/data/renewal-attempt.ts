/** Shared by all tabs, and by the page after a reload. */
const STORED_UNDER = 'telemon.renewal-attempt';
const SHAPE = /^[0-9a-f]{32}$/;

/**
 * The name of the session's renewal in progress: if its response is lost, the next request repeats it, and the server does not take
 * that for a thief's second use of the refresh token.
 */
export const renewalAttempt = (): string => {
  const stored = localStorage.getItem(STORED_UNDER);
  if (stored !== null && SHAPE.test(stored)) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const attempt = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  localStorage.setItem(STORED_UNDER, attempt);
  return attempt;
};

/** Its response has arrived. */
export const endRenewalAttempt = (): void => localStorage.removeItem(STORED_UNDER);
