import type { RouteName } from '@telemon/contracts/routes';
import type { TextKey } from '../texts/translate.ts';
import { isAt } from './is-at.ts';

/**
 * A page of the documented routes. A user whose role may not use the route `needs` may not open the page, as it would be empty.
 */
export interface Page {
  path: string;
  title: TextKey;
  needs: RouteName;
  /** Without padding around its content. */
  isBare?: boolean;
  /** Not a page of the console: opens in a new tab. */
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
  mqttLogs: { path: '/dashboard/mqttLogs', title: 'pages.mqttLogs', needs: 'GET /mqttLog' },
  udpLogs: { path: '/dashboard/udpLogs', title: 'pages.udpLogs', needs: 'GET /udpLog' },
  unknownDevices: {
    path: '/dashboard/unknownDevice',
    title: 'pages.unknownDevices',
    needs: 'GET /unknownDevice',
  },
  udpRouting: { path: '/dashboard/udp-routing', title: 'pages.udpRouting', needs: 'GET /udp' },
  dataRouting: {
    path: '/dashboard/data-routing',
    title: 'pages.dataRouting',
    needs: 'GET /dataRouting',
  },
  sensorTypes: { path: '/dashboard/sensor', title: 'pages.sensorTypes', needs: 'GET /sensorType' },
  users: { path: '/dashboard/user', title: 'pages.users', needs: 'GET /user' },
  alerts: { path: '/dashboard/alert', title: 'pages.alerts', needs: 'GET /alert' },
  events: { path: '/dashboard/event', title: 'pages.events', needs: 'GET /event' },
  locations: { path: '/dashboard/location', title: 'pages.locations', needs: 'GET /location' },
  buildings: { path: '/dashboard/building', title: 'pages.buildings', needs: 'GET /building' },
  floors: { path: '/dashboard/floor', title: 'pages.floors', needs: 'GET /floor' },
  report: { path: '/dashboard/autoReport', title: 'pages.report', needs: 'GET /autoReport' },
  outbox: { path: '/dashboard/outbox', title: 'pages.outbox', needs: 'GET /outbox' },
  api: { path: '/docs', title: 'pages.api', needs: 'GET /outbox', isOutside: true },
  profile: { path: '/dashboard/profile', title: 'pages.profile', needs: 'GET /user/:id' },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof PAGES;

/** Tells pages from resources: react-admin checks access to both. */
export const isPage = (name: string): name is PageName => Object.hasOwn(PAGES, name);

/** The page that an address belongs to. */
export const pageAt = (pathname: string): PageName | null =>
  (Object.keys(PAGES) as PageName[]).find((name) => isAt(pathname, PAGES[name].path)) ?? null;

export const devicePath = (deviceName: string) =>
  `${PAGES.devicePage.path}/${encodeURIComponent(deviceName)}`;
