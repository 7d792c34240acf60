import type { SessionUser } from '@telemon/contracts/auth/users';

/** What the browser keeps of a sign-in. The refresh token is not among it: it is an HttpOnly cookie. */
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

/** The same object until the stored text changes, so that React can compare it. */
export const readSession = (): StoredSession | null => {
  const text = localStorage.getItem(STORED_UNDER);
  if (text !== lastText) {
    lastText = text;
    lastSession = parse(text);
  }
  return lastSession;
};

const listeners = new Set<() => void>();

export const keepSession = ({ user, token }: StoredSession): void => {
  localStorage.setItem(STORED_UNDER, JSON.stringify({ user, token }));
  for (const listener of listeners) listener();
};

/** What is kept follows a change of whoever is signed in; one of somebody else is nothing to it. */
export const keepChanged = ({ id, name, email, mqttAdmin }: Omit<SessionUser, 'userRole'>): void => {
  const session = readSession();
  if (session?.user.id === id) keepSession({ ...session, user: { ...session.user, name, email, mqttAdmin } });
};

export const removeSession = (): void => localStorage.removeItem(STORED_UNDER);

/** Says when another tab signs in, out, or as somebody else. */
export const onSessionOfOtherTab = (listener: () => void) => {
  const heard = ({ key }: StorageEvent) => {
    if (key === STORED_UNDER || key === null) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
};

/** Says when what is kept of the session changes, in this tab or another. */
export const subscribeToSession = (listener: () => void) => {
  listeners.add(listener);
  const stop = onSessionOfOtherTab(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
};

interface SentAway {
  /** Where to go after signing in. */
  next?: string;
  /** There was a session, and nobody signed out here. */
  ended?: boolean;
}

/** The sign-in page, with what it has to know. */
export const loginPath = ({ next, ended }: SentAway = {}): string => {
  const search = new URLSearchParams({
    ...(next?.startsWith('/dashboard/') && next !== HOME_PATH && { next }),
    ...(ended && { ended: 'yes' }),
  }).toString();
  return search === '' ? LOGIN_PATH : `${LOGIN_PATH}?${search}`;
};

/** Whether the sign-in page has to say that a session has ended. */
export const hasEnded = (search: string): boolean => new URLSearchParams(search).has('ended');

let leaving = false;

/** Leaves for the sign-in page, once however many calls are refused; the page is loaded anew, so nothing stays in memory. */
export const leaveForLogin = (why?: SentAway): void => {
  if (leaving) return;
  leaving = true;
  window.location.replace(loginPath(why));
};

/** Where to go after signing in: only ever a page of the console. */
export const wayBack = (search: string): string => {
  const next = new URLSearchParams(search).get('next');
  return next !== null && /^\/dashboard\/[^\\]*$/.test(next) ? next : HOME_PATH;
};
