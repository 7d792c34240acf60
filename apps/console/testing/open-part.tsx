import type { QueryClient } from '@tanstack/react-query';
import { AdminContext, ResourceContextProvider, memoryStore } from 'react-admin';
import { RouterProvider, createBrowserRouter } from 'react-router';
import type { ReactElement } from 'react';
import type { User } from '@telemon/contracts/auth/users';
import { authProvider } from '../src/data/auth-provider.ts';
import { dataProvider } from '../src/data/data-provider.ts';
import { makeQueryClient } from '../src/data/query-client.ts';
import { Notices } from '../src/frame/notices.tsx';
import { muiTheme } from '../src/mui-theme/mui-theme.ts';
import { i18nProvider } from '../src/texts/i18n-provider.ts';
import { openSignedIn } from './open-console.tsx';

/** Renders a part of the console in a resource's context with a signed-in user. */
export const openPart = (
  part: ReactElement,
  {
    resource,
    user,
    queryClient = makeQueryClient(),
  }: { resource: string; user: User; queryClient?: QueryClient },
) => {
  const Page = () => (
    <AdminContext
      basename="/dashboard"
      {...{ authProvider, dataProvider, i18nProvider, queryClient }}
      store={memoryStore()}
      theme={muiTheme('light')}
    >
      <ResourceContextProvider value={resource}>{part}</ResourceContextProvider>
      <Notices />
    </AdminContext>
  );
  window.history.pushState(null, '', `/dashboard/${resource}`);
  const router = createBrowserRouter([{ path: `/dashboard/${resource}/*`, element: <Page /> }]);
  return { user: openSignedIn(<RouterProvider router={router} />, user), queryClient };
};
