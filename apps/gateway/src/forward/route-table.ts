import type { Route } from '@telemon/contracts/route';
import type { GatewayVariables } from '../config.ts';

export type RouteTable = Readonly<Record<string, Route>>;

/** Injects the rows of the route table that this installation serves. */
export const SERVED_ROUTES = Symbol('SERVED_ROUTES');

const isOfOutbox = (name: string): boolean => / \/outbox\b/.test(name);

/** The rows that are served here: the outbox's only where it is in use, for elsewhere they don't exist. */
export const servedRoutes = (table: RouteTable, { OUTBOX_URL }: GatewayVariables): RouteTable =>
  OUTBOX_URL ? table : Object.fromEntries(Object.entries(table).filter(([name]) => !isOfOutbox(name)));
