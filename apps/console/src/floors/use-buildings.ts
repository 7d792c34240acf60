import { useQuery } from '@tanstack/react-query';
import { ask } from '../data/ask.ts';

/** Every building that the person sees, by name; undefined until they are known. */
export const useBuildings = () =>
  useQuery({
    // Begins as the buildings' own, so that it is asked for anew with every change of those.
    queryKey: ['buildings', 'all'],
    queryFn: ({ signal }) => ask('GET /getAllBuildings', {}, signal),
    select: ({ building }) => building,
  }).data;
