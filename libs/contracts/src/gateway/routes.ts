import type { Routes } from '../route.ts';
import { dataRouting } from './data-routing.ts';

export const gatewayRoutes = {
  'GET /dataRouting': { who: 'A', call: dataRouting.show },
} as const satisfies Routes;
