import { type Actor, type UserFlag, hasFlag } from './actor.ts';
import { alertingRoutes } from './alerting/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { devicesRoutes } from './devices/routes.ts';
import { gatewayRoutes } from './gateway/routes.ts';
import { logsRoutes } from './logs/routes.ts';
import { outboxRoutes } from './outbox/routes.ts';
import { reportingRoutes } from './reporting/routes.ts';
import type { Route, Routes } from './route.ts';
import { udpRouterRoutes } from './udp-router/routes.ts';

/**
 * Every call of /v1. Path parameters, query and body together make the request; none may contradict the path. Routing, guard,
 * OpenAPI and tests read this table; a call that is not in it does not exist.
 */
export const ROUTES = {
  ...authRoutes,
  ...devicesRoutes,
  ...alertingRoutes,
  ...logsRoutes,
  ...reportingRoutes,
  ...outboxRoutes,
  ...udpRouterRoutes,
  ...gatewayRoutes,
} as const satisfies Routes;

export type RouteName = keyof typeof ROUTES;

/**
 * All other routes, with their full paths: pages, the live stream, and health for load balancers. A gateway answers only these
 * and `ROUTES`; it doesn't start if any other route is registered.
 */
export const OTHER_ROUTES = {
  'GET /v1/stream': { who: 'AMS', of: 'many' },
  'GET /v1/openapi.json': { who: 'public' },
  'GET /docs': { who: 'public' },
  'GET /docs/:file': { who: 'public' },
  'GET /outbox': { who: 'public' },
  'GET /outbox/:file': { who: 'public' },
  'GET /outbox/attachments/:id': { who: 'public' },
  'GET /health/live': { who: 'public' },
  'GET /health/ready': { who: 'public' },
  'GET /*': { who: 'public' },
} as const satisfies Record<string, Pick<Route, 'who' | 'flag' | 'of'>>;

const LETTER_OF_ROLE = { admin: 'A', manager: 'M', assistant: 'S', none: '' } as const;

/** Whether a route is for a role, whatever else it needs. */
export const isForRole = (role: Actor['role'], { who }: Pick<Route, 'who'>): boolean =>
  who === 'public' || (LETTER_OF_ROLE[role] !== '' && who.includes(LETTER_OF_ROLE[role]));

/** Whether a caller may use a route at all; the service that owns the data applies the scope. */
export const mayUse = (caller: Pick<Actor, 'role' | UserFlag>, route: Pick<Route, 'who' | 'flag'>): boolean =>
  isForRole(caller.role, route) && (route.flag === undefined || hasFlag(caller, route.flag));
