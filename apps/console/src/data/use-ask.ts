import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { QuestionOf } from '@telemon/contracts/call';
import type { ROUTES, RouteName } from '@telemon/contracts/routes';
import { ask, type Answer } from './ask.ts';
import { useHeldError } from './held-error.ts';

/** The response to a call of /v1 that is not react-admin's, its error as long as it lasts, and `retry`. */
export const useAsk = <Name extends RouteName, Data = Answer<Name>>(
  route: Name,
  parameters: QuestionOf<(typeof ROUTES)[Name]['call']>,
  options: Omit<UseQueryOptions<Answer<Name>, Error, Data>, 'queryFn'>,
) => {
  const query = useQuery({ ...options, queryFn: ({ signal }) => ask(route, parameters, signal) });
  const error = useHeldError(query);
  const { data, isPending, refetch } = query;
  return { data, isPending, error, refetch, retry: () => void refetch() };
};
