import { useQuery } from '@tanstack/react-query';
import { PAGE_LIMIT } from '@telemon/contracts/page';
import type { User } from '@telemon/contracts/auth/users';
import { ask } from '../data/ask.ts';

/** Every user that may be seen, page by page: /v1 has no list of assistants alone. */
const everyUser = async (signal: AbortSignal): Promise<User[]> => {
  const all: User[] = [];
  for (;;) {
    const { users, pagination } = await ask(
      'GET /user',
      { limit: PAGE_LIMIT, offset: all.length, sort: 'name', order: 'ASC' },
      signal,
    );
    all.push(...users);
    if (users.length === 0 || all.length >= pagination.totalCount) return all;
  }
};

/** The assistants of a manager; undefined until they are known. */
export const useAssistantsOf = (managerId: string | null) =>
  useQuery({
    queryKey: ['user', 'every'],
    queryFn: ({ signal }) => everyUser(signal),
    select: (users) => users.filter((one) => one.userRole === 'assistant' && one.managerId === managerId),
    enabled: managerId !== null,
  }).data;
