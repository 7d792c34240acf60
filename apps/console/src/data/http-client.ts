import type { Route } from '@telemon/contracts/route';
import { ROUTES } from '@telemon/contracts/routes';
import { addressOf, queryOf, type Parameters } from './address.ts';
import type { ApiCall } from './request.ts';
import {
  RESOURCES,
  isSortedBy,
  type ResourceAction,
  type ResourceName,
  type ResourceTable,
} from './resources.ts';
import type { Envelope } from '@telemon/contracts/errors';

/**
 * Translates ra-data-simple-rest's requests to /v1:
 *
 *   GET    /devices?range=[10,19]&sort=["deviceName","ASC"]&filter={"q":"x"}  → GET /device?limit=10&offset=10&…
 *   GET    /devices/pump01                                                    → GET /device/pump01
 *   PUT    /devices/pump01                                                    → PATCH /device/pump01, or PUT /alert/a1
 *   POST   /devices                                                           → POST /device
 *   DELETE /users/u1?userRole=manager                                         → DELETE /user/u1?userRole=manager
 *
 * and back: rows get the `id` that react-admin needs, totals become a Content-Range.
 */

interface ResourceRequest {
  resource: string;
  table: ResourceTable;
  id: string | null;
  search: URLSearchParams;
}

interface Options {
  method?: string;
  body?: unknown;
  signal?: AbortSignal | null | undefined;
}

type Row = Record<string, unknown>;

const parseUrl = (url: string): ResourceRequest => {
  const { pathname, searchParams } = new URL(url, 'http://console');
  const [resource = '', id] = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  if (!Object.hasOwn(RESOURCES, resource)) throw new Error(`There is no resource ${resource}`);
  return { resource, table: RESOURCES[resource as ResourceName], id: id ?? null, search: searchParams };
};

const ACTION_OF: Record<string, ResourceAction> = { PUT: 'edit', POST: 'create', DELETE: 'delete' };

const asJson = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text));

/** A list's query: limit and offset from the range, the sort, and each filter by its name. */
const listParameters = ({ resource, table, search }: ResourceRequest): Parameters => {
  const filter = (asJson(search.get('filter')) ?? {}) as Parameters;
  if (table.unpaged) return filter;
  const [first, last] = (asJson(search.get('range')) ?? [0, 9]) as [number, number];
  const [sort, order] = (asJson(search.get('sort')) ?? []) as [string?, string?];
  // React-admin sorts by 'id' by default: then the service's own order is better. The address may contain any sort field.
  const isChosen = sort !== undefined && sort !== 'id' && isSortedBy(resource, sort);
  const sorted = isChosen ? { sort, order } : {};
  return { ...filter, ...sorted, limit: last - first + 1, offset: first };
};

/** The name of the path's parameter for the record. */
const nameInPath = (routeName: string): string => /:(\w+)/.exec(routeName)?.[1] ?? '';

const withId = (table: ResourceTable, row: Row): Row => ({ ...row, id: row[table.id ?? 'id'] });

/** The record in a response, with the fields beside it. */
const recordOf = ({ table }: ResourceRequest, { as, record: recordName }: Route, data: Row): Row => {
  const name = as ?? recordName;
  if (name === undefined) return withId(table, data);
  const { [name]: record, ...beside } = data;
  return withId(table, { ...(record as Row), ...beside });
};

export const httpClientOf =
  (request: (call: ApiCall) => Promise<Envelope>) =>
  async (url: string, { method = 'GET', body, signal }: Options = {}) => {
    const target = parseUrl(url);
    const action = ACTION_OF[method] ?? (target.id === null ? 'list' : 'show');
    const routeName = target.table[action];
    if (routeName === undefined) throw new Error(`/v1 has no ${action} for ${target.resource}`);
    const route: Route = ROUTES[routeName];
    const sent = typeof body === 'string' ? (JSON.parse(body) as Row) : {};
    const parameters = {
      ...(action === 'list' ? listParameters(target) : {}),
      ...(action === 'delete' ? Object.fromEntries(target.search) : {}),
      ...sent,
      ...(target.id === null ? {} : { [nameInPath(routeName)]: target.id }),
    };
    const { method: verb, path, rest } = addressOf(routeName, parameters);
    const payload =
      verb === 'GET' || verb === 'DELETE' ? { path: `${path}${queryOf(rest)}` } : { path, body: rest };
    // React-admin requires a record: if the response has none, the request's body is returned.
    const data = ((await request({ method: verb, ...payload, signal: signal ?? undefined })).data ??
      sent) as Row;

    const headers = new Headers();
    let json: unknown;
    if (action === 'list') {
      const rows = (data[target.table.rows] as Row[]).map((row) => withId(target.table, row));
      const total = (data.pagination as { totalCount: number } | undefined)?.totalCount ?? rows.length;
      headers.set('Content-Range', `${target.resource} */${total}`);
      json = rows;
    } else {
      json = action === 'delete' ? { id: target.id } : recordOf(target, route, data);
    }
    return { status: 200, headers, body: '', json };
  };
