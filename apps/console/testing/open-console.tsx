import { afterEach, beforeEach } from '@jest/globals';
import { cleanup, configure, render } from '@testing-library/react/pure';
import { userEvent } from '@testing-library/user-event';
import type { User } from '@telemon/contracts/auth/users';
import type { ReactElement } from 'react';
import { widenTo } from './browser.ts';
import Console from '../src/console.tsx';
import { Refusal } from '../src/data/refusal.ts';
import { connectTo } from './fake-requests.ts';
import { FakeV1 } from './fake-v1.ts';
import { answerWithNothing } from './nothing-there.ts';

/** A busy machine may take long. A page in its whole length tells nobody why an element is missing. */
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message?.split('\n')[0]) });

/** React-admin logs each refusal, although the page shows it. */
const logError = console.error;
console.error = (...told: unknown[]) => {
  if (!told.some((one) => one instanceof Refusal)) logError(...told);
};

/** The fake behind the page; each test begins with a new one in which nothing is. */
export let v1 = new FakeV1();

beforeEach(() => {
  v1 = new FakeV1();
  answerWithNothing(v1);
  connectTo(v1);
  widenTo(1440);
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** Shows a page at the present address, signed in as somebody. */
export const openSignedIn = (page: ReactElement, user: User) => {
  const { id, name, email, userRole, mqttAdmin } = user;
  const session = { user: { id, name, email, userRole, mqttAdmin }, token: 'token-1' };
  localStorage.setItem('DASHBOARD_USER', JSON.stringify(session));
  v1.role = userRole;
  render(page);
  return userEvent.setup({ delay: null });
};

/** Opens the console at an address, signed in as somebody. */
export const openConsole = (path: string, user: User) => {
  window.history.pushState(null, '', path);
  return openSignedIn(<Console />, user);
};

/** Opens a page of those who are not signed in. */
export const openAsVisitor = (path: string, page: ReactElement) => {
  window.history.pushState(null, '', path);
  render(page);
  return userEvent.setup({ delay: null });
};

/** The address of the page, without its host. */
export const address = (): string => window.location.pathname + window.location.search;

/** The list's page, search and order in the address, as far as they are not the usual ones. */
export const listState = (): Record<string, string> => {
  const {
    displayedFilters: _,
    filter = '{}',
    ...state
  } = Object.fromEntries(new URLSearchParams(window.location.search));
  const usual: Record<string, string> = { page: '1', perPage: '10', sort: 'id', order: 'ASC' };
  const said = { ...state, ...(JSON.parse(filter) as Record<string, string>) };
  return Object.fromEntries(Object.entries(said).filter(([name, value]) => usual[name] !== value));
};
/** The path of the page's address. */
export const path = (): string => window.location.pathname;
