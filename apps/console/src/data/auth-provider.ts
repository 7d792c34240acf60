import type { AuthProvider } from 'react-admin';
import { PAGES, isPage } from './pages.ts';
import { may, mayDo } from './access.ts';
import { signIn, signOut } from './request.ts';
import { readSession } from './session.ts';

export const authProvider: AuthProvider = {
  login: ({ email, password }: { email: string; password: string }) => signIn(email, password),
  // `false`: `signOut` has already navigated.
  logout: async () => {
    await signOut();
    return false;
  },
  checkAuth: () => (readSession() === null ? Promise.reject(new Error()) : Promise.resolve()),
  // The request itself has already handled each 401: it renewed the session or ended it.
  checkError: () => Promise.resolve(),
  getIdentity: () => {
    const user = readSession()?.user;
    return user ? Promise.resolve({ ...user }) : Promise.reject(new Error());
  },
  getPermissions: () => Promise.resolve(readSession()?.user.userRole),
  canAccess: ({ resource, action }) =>
    Promise.resolve(isPage(resource) ? may(PAGES[resource].needs) : mayDo(resource, action)),
};
