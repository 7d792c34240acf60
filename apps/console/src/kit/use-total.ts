import { useGetList, type UseGetListOptions } from 'react-admin';

/** The number of rows of a list; undefined while it loads. */
export const useTotal = (resource: string, filter: object, options?: UseGetListOptions): number | undefined =>
  useGetList(
    resource,
    { filter, pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' } },
    options,
  ).total;
