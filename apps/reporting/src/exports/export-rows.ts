import type { Actor } from '@telemon/contracts/actor';
import { failureOfInput } from '@telemon/contracts/errors';
import { type NewExport, ROUTE_OF_ROWS } from '@telemon/contracts/reporting/exports';
import type { Route } from '@telemon/contracts/route';
import { ROUTES, mayUse } from '@telemon/contracts/routes';
import { DomainError } from '@telemon/platform/errors';
import { notForYourRole } from '@telemon/platform/messaging/role-errors';

/** The call of /v1 that has the rows of an export. */
export const routeOf = (rows: NewExport['rows']): Route => ROUTES[ROUTE_OF_ROWS[rows]];

/** The input of the call that has the rows: with the format, where its service makes the file. */
export const inputOf = ({ rows, format, query }: NewExport): Record<string, unknown> =>
  routeOf(rows).export ? { ...query, format } : query;

/** @throws unless the call that has the rows takes the query, and the user may use it */
export const refuseUnlessAllowed = (actor: Actor, order: NewExport): void => {
  const route = routeOf(order.rows);
  if (!mayUse(actor, route)) throw notForYourRole();
  const input = inputOf(order);
  const parsed = (route.export ?? route.call).request.safeParse(input);
  if (!parsed.success) throw new DomainError(failureOfInput(parsed.error, input));
};
