import type { Routes } from '../route.ts';
import { invitations } from './invitations.ts';
import { locations } from './locations.ts';
import { sessions } from './sessions.ts';
import { reset, signUp } from './sign-up.ts';
import { signIn, users } from './users.ts';

export const authRoutes = {
  'POST /user/login': { who: 'public', call: signIn.login, says: 'Signed in' },
  'POST /user/refresh': { who: 'public', call: signIn.refresh, says: 'Signed in' },
  'POST /user/logout': { who: 'public', call: signIn.logout, says: 'Signed out' },
  'GET /user/sessions': { who: 'AMS', of: 'many', call: sessions.list },
  'DELETE /user/sessions': { who: 'AMS', call: sessions.endAll, says: 'Signed out everywhere' },
  'POST /user/signupGenerateOtp': {
    who: 'public',
    call: signUp.sendCode,
    says: 'A code is on its way by SMS and e-mail',
  },
  'POST /user/signup': { who: 'public', call: signUp.signUp, as: 'user', says: 'Signup Success!' },
  'POST /user/resetRequest': {
    who: 'public',
    call: reset.sendCode,
    says: 'If there is an account with this address, a code is on its way',
  },
  'POST /user/resetPassword': { who: 'public', call: reset.reset, says: 'Password Changed Successfully!' },
  'POST /user/invitation': { who: 'public', call: invitations.read, as: 'invitation' },
  'POST /user/acceptInvitation': {
    who: 'public',
    call: invitations.accept,
    says: 'Password Changed Successfully!',
  },
  'GET /user': { who: 'AM', of: 'many', call: users.list },
  'POST /user': { who: 'AM', call: users.create, as: 'user', says: 'User created' },
  'GET /user/:id': { who: 'AMS', of: 'one', call: users.get, as: 'user' },
  'PATCH /user/:id': { who: 'AMS', of: 'one', call: users.update, as: 'user', says: 'User updated' },
  'DELETE /user/:id': { who: 'AM', of: 'one', call: users.remove, says: 'Deleted!' },
  'POST /user/:id/invitation': { who: 'AM', of: 'one', call: invitations.send, says: 'Invitation sent' },
  'GET /getAllManagers': { who: 'A', call: users.managers },
  'GET /location/all': { who: 'public', call: locations.all },
  'GET /getAllLocation': { who: 'AM', call: locations.all },
  'POST /location': { who: 'A', call: locations.create, as: 'data', says: 'Location created' },
  'GET /location': { who: 'A', call: locations.list },
  'DELETE /location/:id': { who: 'A', call: locations.remove, says: 'Deleted!' },
  'GET /dashboard/getAllLocations/': { who: 'A', call: locations.all },
  'GET /dashboard/getAllManagers/': { who: 'A', call: users.managers },
  'GET /dashboard/getManagersByLocation/:locationId': { who: 'A', call: users.managers },
} as const satisfies Routes;
