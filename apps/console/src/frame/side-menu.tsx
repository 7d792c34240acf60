import { Collapse, Drawer, LinearProgress, ListItemIcon, ListItemText, MenuItem } from '@mui/material';
import {
  createContext,
  memo,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type MouseEvent,
} from 'react';
import { Menu, useSidebarState, useStore } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { may } from '../data/access.ts';
import { readSession, subscribeToSession } from '../data/session.ts';
import { Icon } from '../kit/icon.tsx';
import { useOnDesk } from '../kit/use-screen.ts';
import { useText } from '../texts/use-text.ts';
import { PAGES, pageAt, type Page, type PageName } from '../data/pages.ts';
import { PAGE_ICONS, menuOf, type MenuGroup } from './menu.ts';
import { Wordmark } from '../kit/wordmark.tsx';

/** The clicked page while its chunk is loading. */
const ClickedContext = createContext<{ clicked: PageName | null; setClicked: (page: PageName) => void }>({
  clicked: null,
  setClicked: () => {},
});

const opensInSameTab = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => !ctrlKey && !metaKey && !shiftKey;

const PageLink = ({ page, inGroup = false }: { page: PageName; inGroup?: boolean }) => {
  const text = useText();
  const { pathname } = useLocation();
  const { clicked, setClicked } = useContext(ClickedContext);
  const { path, title, isOutside = false }: Page = PAGES[page];
  const isPresent = (clicked ?? pageAt(pathname)) === page;
  return (
    <Menu.Item
      role="link"
      to={path}
      primaryText={text(title)}
      leftIcon={inGroup ? undefined : <Icon name={PAGE_ICONS[page]} />}
      aria-current={isPresent ? 'page' : undefined}
      className={inGroup ? 'in-group' : undefined}
      onClick={(event: MouseEvent) => opensInSameTab(event) && !isOutside && setClicked(page)}
      {...(isOutside && { target: '_blank' })}
    />
  );
};

/** Above the bar and the drawer. */
const ON_TOP = { position: 'fixed', inset: '0 0 auto', zIndex: 1400, height: 2 };

const Group = ({ group }: { group: MenuGroup }) => {
  const text = useText();
  const [isOpen, setOpen] = useStore(`menu.${group.name}`, true);
  return (
    <>
      <MenuItem
        component="button"
        role="button"
        tabIndex={0}
        aria-expanded={isOpen}
        aria-controls={group.name}
        onClick={() => setOpen(!isOpen)}
      >
        <ListItemIcon>
          <Icon name={group.icon} />
        </ListItemIcon>
        <ListItemText primary={text(group.heading)} />
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={16} />
      </MenuItem>
      <Collapse in={isOpen} timeout={0} id={group.name}>
        {group.pages.map((page) => (
          <PageLink key={page} page={page} inGroup />
        ))}
      </Collapse>
    </>
  );
};

/** The drawer around it renders again and again while the page opens. */
const Pages = memo(() => {
  const text = useText();
  // An admin may change the rights of a user who is signed in.
  const user = useSyncExternalStore(subscribeToSession, readSession)?.user;
  if (user === undefined) return null;
  return (
    <nav aria-label={text('menu.name')}>
      <Link to={PAGES.home.path} className="brand">
        <Wordmark />
      </Link>
      <Menu component="div" role="presentation">
        {menuOf(user, (page) => may(PAGES[page].needs)).map((entry) =>
          typeof entry === 'string' ? (
            <PageLink key={entry} page={entry} />
          ) : (
            <Group key={entry.name} group={entry} />
          ),
        )}
      </Menu>
    </nav>
  );
});

/** Marks a clicked entry at once; the previous page stays visible while the new one loads. */
const useClickedPage = () => {
  const [clicked, setClicked] = useState<PageName | null>(null);
  const location = useLocation();
  useEffect(() => setClicked(null), [location]);
  return useMemo(() => ({ clicked, setClicked }), [clicked]);
};

/** The menu beside the page; below 960 px a drawer, where react-admin's sidebar would stay beside the page. */
export const SideMenu = () => {
  const text = useText();
  const { pathname } = useLocation();
  const isDesk = useOnDesk();
  const [isOpen, setOpen] = useSidebarState();
  const clickedPage = useClickedPage();
  const [settledFor, setSettledFor] = useState<boolean | null>(null);
  // React-admin's menu shrinks to icons while its sidebar is closed, and the sidebar is open at first.
  useEffect(() => {
    setOpen(isDesk);
    setSettledFor(isDesk);
  }, [isDesk, pathname, setOpen]);
  return (
    <ClickedContext value={clickedPage}>
      {clickedPage.clicked !== null && <LinearProgress aria-label={text('frame.busy')} sx={ON_TOP} />}
      <Drawer
        variant={isDesk ? 'permanent' : 'temporary'}
        open={isDesk || (settledFor === false && isOpen)}
        onClose={() => setOpen(false)}
        slotProps={{ paper: isDesk ? {} : { 'aria-label': text('menu.name') } }}
      >
        <Pages />
      </Drawer>
    </ClickedContext>
  );
};
