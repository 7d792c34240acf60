import type { Route } from '@telemon/contracts/route';
import type { GatewayVariables } from '../config.ts';

export type RouteTable = Readonly<Record<string, Route>>;

/** Injects the rows of the route table that this installation serves. */
export const SERVED_ROUTES = Symbol('SERVED_ROUTES');

const isOfOutbox = (name: string): boolean => / \/outbox\b/.test(name);

/** The rows that this installation serves: those of the outbox only if it has one. */
export const servedRoutes = (table: RouteTable, { OUTBOX_URL }: GatewayVariables): RouteTable =>
  OUTBOX_URL ? table : Object.fromEntries(Object.entries(table).filter(([name]) => !isOfOutbox(name)));
