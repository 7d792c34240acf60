import type { Routes } from '../route.ts';
import { outbox } from './outbox.ts';

export const outboxRoutes = {
  'GET /outbox': { who: 'A', call: outbox.list },
  'DELETE /outbox': { who: 'A', call: outbox.clear, says: 'Deleted!' },
} as const satisfies Routes;
