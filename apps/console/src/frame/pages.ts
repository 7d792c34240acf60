import type { RouteName } from '@telemon/contracts/routes';
import type { SessionUser } from '@telemon/contracts/auth/users';
import type { TextKey } from '../texts/translate.ts';
import type { IconName } from '../kit/icon.tsx';
import { isAt } from './is-at.ts';

/** A page of the documents' route tables. `needs` is the call without which it would be empty: who may not, may not enter. */
export interface Page {
  path: string;
  title: TextKey;
  needs: RouteName;
  /** Without room around what stands on it. */
  isBare?: boolean;
  /** No page of the console: opens in a tab of its own. */
  isOutside?: boolean;
}

export const PAGES = {
  home: { path: '/dashboard/home', title: 'pages.home', needs: 'GET /dashboard/' },
  maps: { path: '/dashboard/maps', title: 'pages.maps', needs: 'GET /dashboard/', isBare: true },
  devicePage: {
    path: '/dashboard/info',
    title: 'pages.devicePage',
    needs: 'GET /deviceDashboard/:deviceName',
  },
  devices: { path: '/dashboard/device', title: 'pages.devices', needs: 'GET /device' },
  assignDevices: {
    path: '/dashboard/assignDevice',
    title: 'pages.assignDevices',
    needs: 'GET /assignedDevice',
  },
  sensorTypes: { path: '/dashboard/sensor', title: 'pages.sensorTypes', needs: 'GET /sensorType' },
  users: { path: '/dashboard/user', title: 'pages.users', needs: 'GET /user' },
  alerts: { path: '/dashboard/alert', title: 'pages.alerts', needs: 'GET /alert' },
  locations: { path: '/dashboard/location', title: 'pages.locations', needs: 'GET /location' },
  buildings: { path: '/dashboard/building', title: 'pages.buildings', needs: 'GET /building' },
  floors: { path: '/dashboard/floor', title: 'pages.floors', needs: 'GET /floor' },
  outbox: { path: '/dashboard/outbox', title: 'pages.outbox', needs: 'GET /outbox' },
  api: { path: '/docs', title: 'pages.api', needs: 'GET /outbox', isOutside: true },
  profile: { path: '/dashboard/profile', title: 'pages.profile', needs: 'GET /user/:id' },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof PAGES;

/** Whether a name is that of a page: react-admin asks for access to resources and pages alike. */
export const isPage = (name: string): name is PageName => Object.hasOwn(PAGES, name);

/** The page that an address belongs to. */
export const pageAt = (pathname: string): PageName | null =>
  (Object.keys(PAGES) as PageName[]).find((name) => isAt(pathname, PAGES[name].path)) ?? null;

export const devicePath = (deviceName: string) =>
  `${PAGES.devicePage.path}/${encodeURIComponent(deviceName)}`;

export interface MenuPage {
  page: PageName;
  icon: IconName;
}
export interface MenuGroup {
  heading: TextKey;
  /** The documents' address of the heading, which leads nowhere. */
  name: string;
  icon: IconName;
  pages: MenuPage[];
}
type MenuEntry = MenuPage | MenuGroup;

const MENU: MenuEntry[] = [
  { page: 'home', icon: 'dashboard' },
  {
    heading: 'menu.devices',
    name: 'parentDevice',
    icon: 'device',
    pages: [
      { page: 'devices', icon: 'device' },
      { page: 'assignDevices', icon: 'people' },
    ],
  },
  { page: 'sensorTypes', icon: 'sensor' },
  { heading: 'menu.users', name: 'parentUser', icon: 'people', pages: [{ page: 'users', icon: 'people' }] },
  { heading: 'menu.alerts', name: 'parentAlert', icon: 'alert', pages: [{ page: 'alerts', icon: 'alert' }] },
  {
    heading: 'menu.locations',
    name: 'parentLoc',
    icon: 'map',
    pages: [
      { page: 'locations', icon: 'map' },
      { page: 'buildings', icon: 'building' },
      { page: 'floors', icon: 'plan' },
    ],
  },
  { page: 'outbox', icon: 'inbox' },
  { page: 'api', icon: 'file' },
];

/** Whether the messages of this installation stay in an outbox; the gateway writes it into the page. */
export const hasOutbox = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="telemon-outbox"]')?.content === 'on';

/** Of what an assistant may open, the menu shows no more than this. */
const ASSISTANTS_MENU: ReadonlySet<PageName> = new Set(['home', 'alerts']);

/** The menu of a person; a group with nothing in it is left out. */
export const menuOf = (user: SessionUser, mayOpen: (page: PageName) => boolean): MenuEntry[] => {
  const isShown = (page: PageName) =>
    mayOpen(page) &&
    (user.userRole !== 'assistant' || ASSISTANTS_MENU.has(page)) &&
    (page !== 'outbox' || hasOutbox());
  return MENU.flatMap((entry): MenuEntry[] => {
    if ('page' in entry) return isShown(entry.page) ? [entry] : [];
    const pages = entry.pages.filter(({ page }) => isShown(page));
    return pages.length === 0 ? [] : [{ ...entry, pages }];
  });
};
