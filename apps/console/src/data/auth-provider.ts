import type { AuthProvider } from 'react-admin';
import { PAGES, isPage } from './pages.ts';
import { may, mayDo } from './access.ts';
import { signIn, signOut } from './request.ts';
import { readSession } from './session.ts';

export const authProvider: AuthProvider = {
  login: ({ email, password }: { email: string; password: string }) => signIn(email, password),
  // `false`: where to go next has been seen to.
  logout: async () => {
    await signOut();
    return false;
  },
  checkAuth: () => (readSession() === null ? Promise.reject(new Error()) : Promise.resolve()),
  // Every 401 has already been dealt with where the call was made: renewed, or the session ended.
  checkError: () => Promise.resolve(),
  getIdentity: () => {
    const user = readSession()?.user;
    return user ? Promise.resolve({ ...user }) : Promise.reject(new Error());
  },
  getPermissions: () => Promise.resolve(readSession()?.user.userRole),
  canAccess: ({ resource, action }) =>
    Promise.resolve(isPage(resource) ? may(PAGES[resource].needs) : mayDo(resource, action)),
};
