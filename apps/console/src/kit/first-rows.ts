import type { QueryClient } from '@tanstack/react-query';
import type { SortPayload } from 'react-admin';
import { dataProvider } from '../data/data-provider.ts';
import { PAGE_SIZES } from './record-rows.tsx';

/** The service's own order. */
export const UNSORTED: SortPayload = { field: 'id', order: 'ASC' };

/**
 * Fetches the rows that a `ResourceList` shows at an address without parameters, so that it is rendered with them at once. Never
 * throws: after a failure, the list sends its own request.
 */
export const fetchFirstRows = (client: QueryClient, resource: string): Promise<void> => {
  const asked = { pagination: { page: 1, perPage: PAGE_SIZES[0]! }, sort: UNSORTED, filter: {} };
  return client.prefetchQuery({
    // The key and the shape of react-admin's `useGetList`.
    queryKey: [resource, 'getList', asked],
    queryFn: ({ signal }) => dataProvider.getList(resource, { ...asked, signal }),
  });
};
