import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState, useSyncExternalStore } from 'react';
import { useLogout } from 'react-admin';
import { useNavigate } from 'react-router';
import { readSession, subscribeToSession } from '../data/session.ts';
import { chooseTheme, subscribeToTheme, themeChoice, type ThemeChoice } from '../theme.ts';
import { useText } from '../texts/use-text.ts';
import { Icon, type IconName } from './icon.tsx';
import { PAGES } from './pages.ts';
import styles from './profile-menu.module.css';

const THEMES: { choice: ThemeChoice; icon: IconName }[] = [
  { choice: 'system', icon: 'system' },
  { choice: 'light', icon: 'sun' },
  { choice: 'dark', icon: 'moon' },
];

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();

export const ProfileMenu = () => {
  const text = useText();
  const logout = useLogout();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const theme = useSyncExternalStore(subscribeToTheme, themeChoice);
  const navigate = useNavigate();
  const user = useSyncExternalStore(subscribeToSession, readSession)?.user;
  if (!user) return null;
  const close = () => setAnchor(null);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={`${initialsOf(user.name)} ${text('profile.menu')}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {initialsOf(user.name)}
      </button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { width: 248 } } }}
      >
        <li className={styles.who} role="presentation">
          <strong>{user.name}</strong>
          <span>{user.email}</span>
          <span>{text(`roles.${user.userRole}`)}</span>
        </li>
        <li className={styles.line} role="presentation" />
        <MenuItem
          onClick={() => {
            close();
            void navigate(PAGES.profile.path);
          }}
        >
          <Icon name="person" />
          {text(PAGES.profile.title)}
        </MenuItem>
        <li className={styles.line} role="presentation" />
        {THEMES.map(({ choice, icon }) => (
          <MenuItem
            key={choice}
            role="menuitemradio"
            aria-checked={theme === choice}
            onClick={() => chooseTheme(choice)}
          >
            <Icon name={icon} />
            {text(`profile.theme.${choice}`)}
            {theme === choice && <Icon name="check" className={styles.chosen} />}
          </MenuItem>
        ))}
        <li className={styles.line} role="presentation" />
        <MenuItem
          onClick={() => {
            close();
            void logout();
          }}
        >
          <Icon name="logout" />
          {text('profile.logout')}
        </MenuItem>
      </Menu>
    </>
  );
};
