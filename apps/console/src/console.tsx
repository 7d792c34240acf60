import { useEffect, useState, useSyncExternalStore } from 'react';
import { Admin, CustomRoutes, Resource, localStorageStore } from 'react-admin';
import { Navigate, Route, RouterProvider, createBrowserRouter, useLocation } from 'react-router';
import { alert } from './alert/alert.resource.tsx';
import { assignDevice } from './assign-device/assign-device.resource.tsx';
import { device } from './device/device.resource.tsx';
import { building } from './building/building.resource.tsx';
import { mayDo } from './data/access.ts';
import { authProvider } from './data/auth-provider.ts';
import { dataProvider } from './data/data-provider.ts';
import { makeQueryClient } from './data/query-client.ts';
import { leaveForLogin, onSessionOfOtherTab, readSession } from './data/session.ts';
import { event } from './event/event.resource.tsx';
import { floor } from './floor/floor.resource.tsx';
import { Frame } from './frame/frame.tsx';
import { RedirectHome, guarded, guardedPage } from './frame/guarded.tsx';
import { NoSuchPage } from './frame/no-such-page.tsx';
import { Notices } from './frame/notices.tsx';
import { PAGES } from './data/pages.ts';
import { isAt } from './data/is-at.ts';
import { fetchFirstRows } from './kit/first-rows.ts';
import { fetchPart, lazyPart } from './kit/lazy-part.tsx';
import { location } from './location/location.resource.tsx';
import { mqttLogs, udpLogs } from './message-log/message-log.resources.tsx';
import { outbox } from './outbox/outbox.resource.tsx';
import { muiTheme } from './mui-theme/mui-theme.ts';
import { sensor } from './sensor/sensor.resource.tsx';
import { i18nProvider } from './texts/i18n-provider.ts';
import { subscribeToTheme, themeMode } from './theme.ts';
import { udpRouting } from './udp-routing/udp-routing.resource.tsx';
import { unknownDevice } from './unknown-device/unknown-device.resource.tsx';
import { user } from './user/user.resource.tsx';

const HomePage = lazyPart(() => import('./home/home-page.tsx'));
const DataRoutingPage = lazyPart(() => import('./data-routing/data-routing-page.tsx'));
const DevicePage = lazyPart(() => import('./device-page/device-page.tsx'));
const ProfilePage = lazyPart(() => import('./profile/profile-page.tsx'));
const ReportPage = lazyPart(() => import('./report/report-page.tsx'));

const RESOURCES = [
  location,
  outbox,
  device,
  assignDevice,
  mqttLogs,
  udpLogs,
  unknownDevice,
  udpRouting,
  sensor,
  user,
  alert,
  event,
  building,
  floor,
];

const PAGE_PARTS: readonly [path: string, part: object][] = [
  [PAGES.home.path, HomePage],
  [PAGES.maps.path, HomePage],
  [PAGES.dataRouting.path, DataRoutingPage],
  [PAGES.devicePage.path, DevicePage],
  [PAGES.profile.path, ProfilePage],
  [PAGES.report.path, ReportPage],
  ...RESOURCES.map(({ name, list }) => [`/dashboard/${name}`, list] as [string, object]),
];
/** If the page's chunk and its rows take longer to load, the frame is rendered without them, ms. */
const PAGE_FETCHED_WITHIN_MS = 200;
let nextClient = makeQueryClient();
const { pathname, search } = window.location;
const firstPage = PAGE_PARTS.find(([path]) => isAt(pathname, path))?.[1];
if (firstPage !== undefined) {
  const list = RESOURCES.find(({ name }) => pathname === `/dashboard/${name}`)?.name;
  const hasRows = list !== undefined && search === '' && mayDo(list, 'list');
  const late = new Promise((resolve) => setTimeout(resolve, PAGE_FETCHED_WITHIN_MS));
  await Promise.race([
    Promise.all([fetchPart(firstPage), hasRows && fetchFirstRows(nextClient, list)]),
    late,
  ]);
}

/** A user never gets the answers of the user before: each sign-in takes a new client, and the first one has the rows fetched above. */
const takeClient = () => {
  const client = nextClient;
  nextClient = makeQueryClient();
  return client;
};

/** All pages behind the sign-in, below `/dashboard`. */
const Telemon = () => {
  const [queryClient] = useState(takeClient);
  const [store] = useState(() => localStorageStore(undefined, 'telemon'));
  const mode = useSyncExternalStore(subscribeToTheme, themeMode);
  return (
    <Admin
      basename="/dashboard"
      {...{ authProvider, dataProvider, i18nProvider, queryClient, store }}
      theme={muiTheme(mode)}
      layout={Frame}
      notification={Notices}
      dashboard={RedirectHome}
      accessDenied={RedirectHome}
      catchAll={NoSuchPage}
      loginPage={false}
      authCallbackPage={false}
      disableTelemetry
      title="Telemon"
    >
      {RESOURCES.map((resource) => (
        <Resource key={resource.name} {...guarded(resource)} />
      ))}
      <CustomRoutes>
        <Route path="dashboard" element={<RedirectHome />} />
        <Route path="home" element={guardedPage('home', <HomePage />)} />
        <Route path="maps" element={guardedPage('maps', <HomePage isMapAlone />)} />
        <Route path="info/:deviceName?" element={guardedPage('devicePage', <DevicePage />)} />
        <Route path="data-routing" element={guardedPage('dataRouting', <DataRoutingPage />)} />
        <Route path="profile" element={guardedPage('profile', <ProfilePage />)} />
        <Route path="autoReport" element={guardedPage('report', <ReportPage />)} />
      </CustomRoutes>
    </Admin>
  );
};

/** Redirects an address outside `/dashboard` to the unknown page. */
const RedirectToDashboard = () => <Navigate to={`/dashboard${useLocation().pathname}`} replace />;

const ROUTES = [
  { path: '/', element: <Navigate to={PAGES.home.path} replace /> },
  { path: '/dashboard/*', element: <Telemon /> },
  { path: '*', element: <RedirectToDashboard /> },
];

/** The console behind the sign-in page. */
export default function Console() {
  const [router] = useState(() => createBrowserRouter(ROUTES));

  useEffect(() => {
    const signedIn = readSession()?.user.id;
    return onSessionOfOtherTab(() => {
      const present = readSession()?.user.id;
      if (present === undefined) leaveForLogin({ ended: true });
      else if (present !== signedIn) window.location.reload();
    });
  }, []);

  return <RouterProvider router={router} />;
}
