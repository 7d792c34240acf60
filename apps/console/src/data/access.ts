import { ROUTES, mayUse, type RouteName } from '@telemon/contracts/routes';
import { readSession } from './session.ts';
import { routeOf } from './resources.ts';

/** Whether the signed-in user's role may use a route; the gateway's guard uses the same table. */
export const may = (route: RouteName): boolean => {
  const session = readSession();
  return session !== null && mayUse(session.user.userRole, ROUTES[route]);
};

/** The same for an action on a react-admin resource. */
export const mayDo = (resource: string, action: string): boolean => {
  const route = routeOf(resource, action);
  return route !== undefined && may(route);
};
