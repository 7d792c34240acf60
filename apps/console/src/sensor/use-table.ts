import { useQuery } from '@tanstack/react-query';
import { ask } from '../data/ask.ts';
import { useHeldError } from '../data/held-error.ts';

/** A sensor type with its current table. */
export const useTable = (id: string) => {
  const query = useQuery({
    queryKey: ['sensor', 'table', id],
    queryFn: ({ signal }) => ask('GET /sensorType/upload/:id', { id }, signal),
  });
  return { data: query.data, error: useHeldError(query), refetch: query.refetch };
};
