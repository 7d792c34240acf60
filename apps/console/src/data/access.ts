import { ROUTES, mayUse, type RouteName } from '@telemon/contracts/routes';
import { readSession } from './session.ts';
import { routeOf } from './resources.ts';

/** Whether the person who is signed in may ever use a call, by the same table that the gateway's guard reads. */
export const may = (route: RouteName): boolean => {
  const session = readSession();
  return session !== null && mayUse(session.user.userRole, ROUTES[route]);
};

/** The same for an action on a react-admin resource. */
export const mayDo = (resource: string, action: string): boolean => {
  const route = routeOf(resource, action);
  return route !== undefined && may(route);
};
