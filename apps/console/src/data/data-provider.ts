import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, DeleteParams } from 'react-admin';
import { queryOf } from './address.ts';
import { httpClientOf } from './http-client.ts';
import { request } from './request.ts';
import { readSession } from './session.ts';
import { RESOURCES, type ResourceName, type ResourceTable } from './resources.ts';

const ownRole = () => readSession()?.user.userRole;

/** React-admin's way to a /v1 that is asked by `ask`, for a person of the role that `roleOfSelf` tells. */
export const dataProviderOf = (ask: typeof request, roleOfSelf: typeof ownRole): DataProvider => {
  const client = httpClientOf(ask);
  return {
    ...simpleRestProvider('', client),
    supportAbortSignal: true,
    // The provider's own says nothing but the id.
    delete: async (resource: string, { id, previousData }: DeleteParams) => {
      const { deleteSaysRole }: ResourceTable = RESOURCES[resource as ResourceName];
      const userRole = deleteSaysRole === 'own' ? roleOfSelf() : deleteSaysRole && previousData?.userRole;
      const { json } = await client(`/${resource}/${encodeURIComponent(id)}${queryOf({ userRole })}`, {
        method: 'DELETE',
      });
      return { data: json };
    },
  } as DataProvider;
};

export const dataProvider = dataProviderOf(request, ownRole);
