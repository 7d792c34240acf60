import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, DeleteParams } from 'react-admin';
import { queryOf } from './address.ts';
import { httpClientOf } from './http-client.ts';
import { request } from './request.ts';
import { RESOURCES, type ResourceName, type ResourceTable } from './resources.ts';

/** React-admin's way to a /v1 that is asked by `ask`. */
export const dataProviderOf = (ask: typeof request): DataProvider => {
  const client = httpClientOf(ask);
  return {
    ...simpleRestProvider('', client),
    supportAbortSignal: true,
    // The provider's own says nothing but the id.
    delete: async (resource: string, { id, previousData }: DeleteParams) => {
      const { deleteSays = [] }: ResourceTable = RESOURCES[resource as ResourceName];
      const said = Object.fromEntries(deleteSays.map((field) => [field, previousData?.[field]]));
      const { json } = await client(`/${resource}/${encodeURIComponent(id)}${queryOf(said)}`, {
        method: 'DELETE',
      });
      return { data: json };
    },
  } as DataProvider;
};

export const dataProvider = dataProviderOf(request);
