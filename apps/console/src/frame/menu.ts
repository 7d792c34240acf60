import type { SessionUser } from '@telemon/contracts/auth/users';
import type { PageName } from '../data/pages.ts';
import type { IconName } from '../kit/icon.tsx';
import type { TextKey } from '../texts/translate.ts';

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
