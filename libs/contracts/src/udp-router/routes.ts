import type { Routes } from '../route.ts';
import { udpRoutes } from './udp-routes.ts';

export const udpRouterRoutes = {
  'POST /udp': { who: 'A', call: udpRoutes.create, as: 'udpRoute', says: 'Rule Created!' },
  'GET /udp': { who: 'A', call: udpRoutes.list },
  'DELETE /udp/:id': { who: 'A', call: udpRoutes.remove, says: 'Deleted!' },
} as const satisfies Routes;
