import { useQueryClient } from '@tanstack/react-query';
import { showing } from './resources.ts';

/** Reloads the lists that show the records of some resources. */
export const useRefreshLists = () => {
  const queryClient = useQueryClient();
  return (...resources: string[]) =>
    Promise.all(
      resources.flatMap(showing).map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
    );
};
