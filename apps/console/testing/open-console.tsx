import { afterEach, beforeEach } from '@jest/globals';
import { cleanup, configure, render } from '@testing-library/react/pure';
import { userEvent } from '@testing-library/user-event';
import type { User } from '@telemon/contracts/auth/users';
import type { ReactElement } from 'react';
import { widenTo } from './browser.ts';
import './no-owner-stacks.ts';
import Console from '../src/console.tsx';
import { Refusal } from '../src/data/refusal.ts';
import { connectTo } from './fake-requests.ts';
import { FakeV1 } from './fake-v1.ts';
import { answerWithNothing } from './nothing-there.ts';

/** As long as `until` waits, for a busy machine. Errors are cut to one line, as a dump of the whole page is no help. */
configure({ asyncUtilTimeout: 60_000, getElementError: (message) => new Error(message?.split('\n')[0]) });

/** React-admin also logs errors that the page shows. */
const logError = console.error;
console.error = (...args: unknown[]) => {
  if (!args.some((one) => one instanceof Refusal)) logError(...args);
};

/** The fake /v1 of the page, new and empty for each test. */
export let v1 = new FakeV1();

beforeEach(() => {
  v1 = new FakeV1();
  answerWithNothing(v1);
  connectTo(v1);
  widenTo(1440);
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** Signs a user in, without a page. */
export const signInAs = ({ id, name, email, userRole, mqttAdmin }: User): void => {
  const session = { user: { id, name, email, userRole, mqttAdmin }, token: 'token-1' };
  localStorage.setItem('DASHBOARD_USER', JSON.stringify(session));
  v1.user = session.user;
};

/** Renders a page at the current address with a signed-in user. */
export const openSignedIn = (page: ReactElement, user: User) => {
  signInAs(user);
  render(page);
  return userEvent.setup({ delay: null });
};

/** Opens the console at an address with a signed-in user. */
export const openConsole = (path: string, user: User) => {
  window.history.pushState(null, '', path);
  return openSignedIn(<Console />, user);
};

/** Opens a page for visitors. */
export const openAsVisitor = (path: string, page: ReactElement) => {
  window.history.pushState(null, '', path);
  render(page);
  return userEvent.setup({ delay: null });
};

/** The page's address without its host. */
export const address = (): string => window.location.pathname + window.location.search;

/** The list's page, search and order in the address, without default values. */
export const listState = (): Record<string, string> => {
  const {
    displayedFilters: _,
    filter = '{}',
    ...state
  } = Object.fromEntries(new URLSearchParams(window.location.search));
  const usual: Record<string, string> = { page: '1', perPage: '10', sort: 'id', order: 'ASC' };
  const all = { ...state, ...(JSON.parse(filter) as Record<string, string>) };
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => usual[name] !== value));
};
export const path = (): string => window.location.pathname;
