import { useAsk } from '../data/use-ask.ts';

/** A sensor type with its current table. */
export const useTable = (id: string) =>
  useAsk('GET /sensorType/upload/:id', { id }, { queryKey: ['sensor', 'table', id] });
