import { useQuery } from '@tanstack/react-query';
import { ask } from '../data/ask.ts';

/** A sensor type with its current table. */
export const useTable = (id: string) =>
  useQuery({
    queryKey: ['sensor', 'table', id],
    queryFn: ({ signal }) => ask('GET /sensorType/upload/:id', { id }, signal),
  });
