import type { SessionUser } from '@telemon/contracts/auth/users';
import { makeListeners, onStoredElsewhere } from './listeners.ts';

/** The stored session. The refresh token is an HttpOnly cookie instead. */
export interface StoredSession {
  user: SessionUser;
  token: string;
}

const STORED_UNDER = 'DASHBOARD_USER';
export const LOGIN_PATH = '/auth/login';
/** The page of links in notices, for users with and without a session. */
export const ACKNOWLEDGE_PATH = '/acknowledge';
export const RESET_PATH = '/auth/resetPassword';
const HOME_PATH = '/dashboard/home';

let lastText: string | null = null;
let lastSession: StoredSession | null = null;

const parse = (text: string | null): StoredSession | null => {
  if (text === null) return null;
  try {
    const { user, token } = JSON.parse(text) as Partial<StoredSession>;
    return user && typeof user.id === 'string' && typeof token === 'string' ? { user, token } : null;
  } catch {
    return null;
  }
};

/** Returns the same object until the stored text changes, so that React can compare it. */
export const readSession = (): StoredSession | null => {
  const text = localStorage.getItem(STORED_UNDER);
  if (text !== lastText) {
    lastText = text;
    lastSession = parse(text);
  }
  return lastSession;
};

const listeners = makeListeners();

export const keepSession = ({ user, token }: StoredSession): void => {
  localStorage.setItem(STORED_UNDER, JSON.stringify({ user, token }));
  listeners.notify();
};

/** Updates the stored user if the changed user is the signed-in one. */
export const updateStoredUser = ({ id, name, email, mqttAdmin }: Omit<SessionUser, 'userRole'>): void => {
  const session = readSession();
  if (session?.user.id === id) keepSession({ ...session, user: { ...session.user, name, email, mqttAdmin } });
};

export const removeSession = (): void => localStorage.removeItem(STORED_UNDER);

/** Notifies when another tab signs in, signs out or changes the user. */
export const onSessionOfOtherTab = (listener: () => void) => onStoredElsewhere(STORED_UNDER, listener);

/** Notifies when the stored session changes, in this tab or another. */
export const subscribeToSession = (listener: () => void) => {
  const stops = [listeners.subscribe(listener), onSessionOfOtherTab(listener)];
  return () => stops.forEach((stop) => stop());
};

interface LoginReason {
  /** The page to open after the sign-in. */
  next?: string;
  /** The session ended without a sign-out. */
  ended?: boolean;
}

/** The sign-in page's address with its query. */
export const loginPath = ({ next, ended }: LoginReason = {}): string => {
  const search = new URLSearchParams({
    ...(next?.startsWith('/dashboard/') && next !== HOME_PATH && { next }),
    ...(ended && { ended: 'yes' }),
  }).toString();
  return search === '' ? LOGIN_PATH : `${LOGIN_PATH}?${search}`;
};

/** Whether the sign-in page must show that the session has ended. */
export const hasEnded = (search: string): boolean => new URLSearchParams(search).has('ended');

let leaving = false;

/** Opens the sign-in page, once for any number of failed calls; with a page load, which clears the memory. */
export const leaveForLogin = (why?: LoginReason): void => {
  if (leaving) return;
  leaving = true;
  window.location.replace(loginPath(why));
};

/** The page to open after the sign-in: only pages of the console are allowed. */
export const returnPath = (search: string): string => {
  const next = new URLSearchParams(search).get('next');
  return next !== null && /^\/dashboard\/[^\\]*$/.test(next) ? next : HOME_PATH;
};
