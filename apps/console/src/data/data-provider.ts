import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, DeleteParams, GetListParams, GetManyParams } from 'react-admin';
import { queryOf } from './address.ts';
import { httpClientOf } from './http-client.ts';
import { request } from './request.ts';
import { readSession } from './session.ts';
import { RESOURCES, type ResourceName, type ResourceTable } from './resources.ts';

const ownRole = () => readSession()?.user.userRole;

const tableOf = (resource: string): ResourceTable => RESOURCES[resource as ResourceName];

/** Whether a text of the row has the typed words. Ids, times and flags are not searched, as no choice shows them. */
const contains = (row: object, typed: string): boolean =>
  Object.entries(row).some(([name, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return contains(value, typed);
    return typeof value === 'string' && !/(id|Id|At)$/.test(name) && value.toLowerCase().includes(typed);
  });

/** React-admin's data provider for /v1, on the given request function and the user's role. */
export const dataProviderOf = (ask: typeof request, roleOfSelf: typeof ownRole): DataProvider => {
  const client = httpClientOf(ask);
  const simpleRest = simpleRestProvider('', client);

  /** /v1 returns some lists unpaged: their rows are filtered and paged here. */
  const getList = async (resource: string, params: GetListParams) => {
    if (!tableOf(resource)?.unpaged) return simpleRest.getList(resource, params);
    const { q = '', ...filter } = params.filter as { q?: string };
    const isInPath = (name: string) => tableOf(resource).list.includes(`:${name}`);
    const inPath = Object.entries(filter).filter(([name]) => isInPath(name));
    const ofRows = Object.entries(filter).filter(([name]) => !isInPath(name));
    const { data } = await simpleRest.getList(resource, { ...params, filter: Object.fromEntries(inPath) });
    const typed = q.trim().toLowerCase();
    const rows = data.filter(
      (row) => ofRows.every(([name, value]) => row[name] === value) && (typed === '' || contains(row, typed)),
    );
    const { page = 1, perPage = rows.length } = params.pagination ?? {};
    return { data: rows.slice((page - 1) * perPage, page * perPage), total: rows.length };
  };

  return {
    ...simpleRest,
    supportAbortSignal: true,
    getList,
    // /v1 has no request for several records by id: they are taken from the full list, whose path parameters are in `meta`.
    getMany: async (resource: string, { ids, meta, signal }: GetManyParams) => {
      const { data } = await getList(resource, {
        filter: meta ?? {},
        sort: { field: 'id', order: 'ASC' },
        pagination: { page: 1, perPage: Number.MAX_SAFE_INTEGER },
        signal,
      });
      return { data: data.filter(({ id }) => ids.includes(id)) };
    },
    // simple-rest's own `delete` sends only the id.
    delete: async (resource: string, { id, previousData }: DeleteParams) => {
      const { deleteSendsRole } = tableOf(resource);
      const userRole = deleteSendsRole === 'own' ? roleOfSelf() : deleteSendsRole && previousData?.userRole;
      const { json } = await client(`/${resource}/${encodeURIComponent(id)}${queryOf({ userRole })}`, {
        method: 'DELETE',
      });
      return { data: json };
    },
  } as DataProvider;
};

export const dataProvider = dataProviderOf(request, ownRole);
