import { useQuery } from '@tanstack/react-query';
import { ask } from '../data/ask.ts';

/** Every location, to choose among; undefined until they are known. */
export const useLocations = () =>
  useQuery({
    queryKey: ['location', 'all'],
    queryFn: ({ signal }) => ask('GET /getAllLocation', {}, signal),
    select: ({ locations }) => locations,
  }).data;
