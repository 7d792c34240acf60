import type { SessionUser } from '@telemon/contracts/auth/users';
import { ROUTES, mayUse, type RouteName } from '@telemon/contracts/routes';
import { readSession } from './session.ts';
import { routeOf } from './resources.ts';

/** A user's role and flags, as the access table judges them. */
export const rightsOf = ({ userRole, mqttAdmin }: Pick<SessionUser, 'userRole' | 'mqttAdmin'>) => ({
  role: userRole,
  mqttAdmin: mqttAdmin === 'Active',
});

/** Whether the signed-in user may use a route; the gateway's guard uses the same table. */
export const may = (route: RouteName): boolean => {
  const user = readSession()?.user;
  return user !== undefined && mayUse(rightsOf(user), ROUTES[route]);
};

/** The same for an action on a react-admin resource. */
export const mayDo = (resource: string, action: string): boolean => {
  const route = routeOf(resource, action);
  return route !== undefined && may(route);
};
