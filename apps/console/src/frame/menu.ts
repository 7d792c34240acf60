import type { SessionUser } from '@telemon/contracts/auth/users';
import type { PageName } from '../data/pages.ts';
import type { IconName } from '../kit/icon.tsx';
import type { TextKey } from '../texts/translate.ts';

export const PAGE_ICONS: Record<PageName, IconName> = {
  home: 'dashboard',
  maps: 'map',
  devicePage: 'chart',
  devices: 'device',
  assignDevices: 'people',
  mqttLogs: 'message',
  udpLogs: 'table',
  unknownDevices: 'unplugged',
  udpRouting: 'send',
  dataRouting: 'plan',
  sensorTypes: 'sensor',
  users: 'people',
  alerts: 'alert',
  events: 'criteria',
  locations: 'map',
  buildings: 'building',
  floors: 'plan',
  report: 'table',
  outbox: 'inbox',
  api: 'file',
  profile: 'person',
};

export interface MenuGroup {
  heading: TextKey;
  /** The documented address of the heading; it is no link. */
  name: string;
  icon: IconName;
  pages: PageName[];
}

type MenuEntry = PageName | MenuGroup;

const MENU: MenuEntry[] = [
  'home',
  {
    heading: 'menu.devices',
    name: 'parentDevice',
    icon: 'device',
    pages: ['devices', 'assignDevices', 'mqttLogs', 'udpLogs', 'unknownDevices', 'udpRouting', 'dataRouting'],
  },
  'sensorTypes',
  { heading: 'menu.users', name: 'parentUser', icon: 'people', pages: ['users'] },
  { heading: 'menu.alerts', name: 'parentAlert', icon: 'alert', pages: ['alerts', 'events'] },
  { heading: 'menu.locations', name: 'parentLoc', icon: 'map', pages: ['locations', 'buildings', 'floors'] },
  'report',
  'outbox',
  'api',
];

/** Whether this installation keeps messages in an outbox; the gateway writes a meta tag into the page. */
export const hasOutbox = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="telemon-outbox"]')?.content === 'on';

/** The only menu entries of assistants, who may open more pages. */
const ASSISTANTS_MENU: ReadonlySet<PageName> = new Set(['home', 'mqttLogs', 'alerts', 'events', 'report']);

/** A user's menu, without empty groups. */
export const menuOf = (user: SessionUser, mayOpen: (page: PageName) => boolean) => {
  const isShown = (page: PageName) =>
    mayOpen(page) &&
    (user.userRole !== 'assistant' || ASSISTANTS_MENU.has(page)) &&
    (page !== 'outbox' || hasOutbox());
  return MENU.flatMap((entry): MenuEntry[] => {
    if (typeof entry === 'string') return isShown(entry) ? [entry] : [];
    const pages = entry.pages.filter(isShown);
    return pages.length === 0 ? [] : [{ ...entry, pages }];
  });
};
