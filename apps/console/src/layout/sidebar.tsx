import { useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { may } from '../data/access.ts';
import { readSession } from '../data/session.ts';
import { useText } from '../texts/use-text.ts';
import { Icon } from './icon.tsx';
import { PAGES, menuOf, pageAt, type MenuGroup, type MenuPage } from './pages.ts';
import { Wordmark } from './wordmark.tsx';
import styles from './sidebar.module.css';

const FOLDED_UNDER = 'telemon.folded-groups';

const readFolded = (): string[] => {
  try {
    return JSON.parse(localStorage.getItem(FOLDED_UNDER) ?? '[]') as string[];
  } catch {
    return [];
  }
};

/** Which groups are folded; remembered on this device. */
const useFolded = () => {
  const [folded, setFolded] = useState(readFolded);
  const toggle = (name: string) => {
    const next = folded.includes(name) ? folded.filter((other) => other !== name) : [...folded, name];
    setFolded(next);
    localStorage.setItem(FOLDED_UNDER, JSON.stringify(next));
  };
  return { folded, toggle };
};

const MenuLink = ({ page, icon, inGroup }: MenuPage & { inGroup?: boolean }) => {
  const text = useText();
  const { pathname } = useLocation();
  // The device page belongs to no entry of its own.
  const isPresent = pageAt(pathname) === page;
  return (
    <NavLink
      to={PAGES[page].path}
      className={[styles.link, inGroup && styles.inGroup, isPresent && styles.present]
        .filter(Boolean)
        .join(' ')}
      aria-current={isPresent ? 'page' : undefined}
    >
      {!inGroup && <Icon name={icon} />}
      {text(PAGES[page].title)}
    </NavLink>
  );
};

const Group = ({ group, folded, onToggle }: { group: MenuGroup; folded: boolean; onToggle: () => void }) => {
  const text = useText();
  return (
    <li>
      <button
        type="button"
        className={styles.heading}
        aria-expanded={!folded}
        aria-controls={group.name}
        onClick={onToggle}
      >
        <Icon name={group.icon} />
        {text(group.heading)}
        <Icon name={folded ? 'chevronRight' : 'chevronDown'} size={16} className={styles.chevron} />
      </button>
      <ul id={group.name} hidden={folded}>
        {group.pages.map((entry) => (
          <li key={entry.page}>
            <MenuLink {...entry} inGroup />
          </li>
        ))}
      </ul>
    </li>
  );
};

export const Sidebar = () => {
  const text = useText();
  const { folded, toggle } = useFolded();
  const user = readSession()?.user;
  if (!user) return null;
  return (
    <nav className={styles.sidebar} aria-label={text('menu.name')}>
      <NavLink to={PAGES.home.path} className={styles.brand}>
        <Wordmark />
      </NavLink>
      <ul className={styles.entries}>
        {menuOf(user, (page) => may(PAGES[page].needs)).map((entry) =>
          'page' in entry ? (
            <li key={entry.page}>
              <MenuLink {...entry} />
            </li>
          ) : (
            <Group
              key={entry.name}
              group={entry}
              folded={folded.includes(entry.name)}
              onToggle={() => toggle(entry.name)}
            />
          ),
        )}
      </ul>
    </nav>
  );
};
