import { ThemeProvider } from '@mui/material/styles';
import { Suspense, lazy, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { CoreAdminContext, memoryStore } from 'react-admin';
import { Navigate, Outlet, RouterProvider, createBrowserRouter, useLocation } from 'react-router';
import { may } from './data/access.ts';
import { authProvider } from './data/auth-provider.ts';
import { dataProvider } from './data/data-provider.ts';
import { makeQueryClient } from './data/query-client.ts';
import { leaveForLogin, onSessionOfOtherTab, readSession } from './data/session.ts';
import { Crashed } from './layout/crashed.tsx';
import { Frame } from './layout/frame.tsx';
import { muiTheme } from './layout/mui-theme.ts';
import { NoSuchPage } from './layout/no-such-page.tsx';
import { PAGES, type PageName } from './layout/pages.ts';
import { LiveProvider } from './live/live-provider.tsx';
import { i18nProvider } from './texts/i18n-provider.ts';
import { subscribeToTheme, themeMode } from './theme.ts';

const HomePage = lazy(() => import('./home/home-page.tsx'));
const MapsPage = lazy(() => import('./home/maps-page.tsx'));
const DevicePage = lazy(() => import('./device-page/device-page.tsx'));
const DevicesPage = lazy(() => import('./devices/devices-page.tsx'));
const AssignmentsPage = lazy(() => import('./assignments/assignments-page.tsx'));
const SensorTypesPage = lazy(() => import('./sensor-types/sensor-types-page.tsx'));
const UsersPage = lazy(() => import('./users/users-page.tsx'));
const AlertsPage = lazy(() => import('./alerts/alerts-page.tsx'));
const LocationsPage = lazy(() => import('./locations/locations-page.tsx'));
const BuildingsPage = lazy(() => import('./buildings/buildings-page.tsx'));
const FloorsPage = lazy(() => import('./floors/floors-page.tsx'));
const ProfilePage = lazy(() => import('./profile/profile-page.tsx'));

/** Lets in who may; sends anybody else home, as the documents say. */
const Guarded = ({ page }: { page: PageName }) =>
  may(PAGES[page].needs) ? <Outlet /> : <Navigate to="/dashboard" replace />;

const guarded = (page: PageName, element: React.ReactNode, paths: string[] = [PAGES[page].path]) => ({
  element: <Guarded page={page} />,
  children: paths.map((path) => ({ path, element })),
});

const Shell = () => {
  const { pathname } = useLocation();
  return (
    <Frame>
      <Crashed at={pathname}>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </Crashed>
    </Frame>
  );
};

const Providers = () => {
  const [queryClient] = useState(makeQueryClient);
  const [store] = useState(() => memoryStore());
  return (
    <CoreAdminContext {...{ authProvider, dataProvider, i18nProvider, queryClient, store }}>
      <LiveProvider>
        <Shell />
      </LiveProvider>
    </CoreAdminContext>
  );
};

const ROUTES = [
  {
    element: <Providers />,
    children: [
      ...['/', '/dashboard', '/dashboard/dashboard'].map((path) => ({
        path,
        element: <Navigate to={PAGES.home.path} replace />,
      })),
      guarded('home', <HomePage />),
      guarded('maps', <MapsPage />),
      guarded('devicePage', <DevicePage />, [PAGES.devicePage.path, `${PAGES.devicePage.path}/:deviceName`]),
      guarded('devices', <DevicesPage />, [`${PAGES.devices.path}/*`]),
      guarded('assignDevices', <AssignmentsPage />, [`${PAGES.assignDevices.path}/*`]),
      guarded('sensorTypes', <SensorTypesPage />, [`${PAGES.sensorTypes.path}/*`]),
      guarded('users', <UsersPage />, [`${PAGES.users.path}/*`]),
      guarded('alerts', <AlertsPage />, [`${PAGES.alerts.path}/*`]),
      guarded('locations', <LocationsPage />, [`${PAGES.locations.path}/*`]),
      guarded('buildings', <BuildingsPage />, [`${PAGES.buildings.path}/*`]),
      guarded('floors', <FloorsPage />, [`${PAGES.floors.path}/*`]),
      guarded('profile', <ProfilePage />),
      { path: '*', element: <NoSuchPage /> },
    ],
  },
];

/** Everything behind the sign-in page. */
export default function Console() {
  const [router] = useState(() => createBrowserRouter(ROUTES));
  const mode = useSyncExternalStore(subscribeToTheme, themeMode);
  const theme = useMemo(() => muiTheme(mode), [mode]);

  useEffect(() => {
    const who = readSession()?.user.id;
    return onSessionOfOtherTab(() => {
      const present = readSession()?.user.id;
      if (present === undefined) leaveForLogin({ ended: true });
      else if (present !== who) window.location.reload();
    });
  }, []);

  return (
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>
  );
}
