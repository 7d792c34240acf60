import { Box, Divider, ListItemIcon, ListItemText, MenuItem } from '@mui/material';
import { useSyncExternalStore } from 'react';
import { Logout, UserMenu, useLocaleState, useUserMenu } from 'react-admin';
import { Link } from 'react-router';
import { readSession, subscribeToSession } from '../data/session.ts';
import { Icon, type IconName } from '../kit/icon.tsx';
import { LANGUAGES } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import { chooseTheme, subscribeToTheme, themeChoice, type ThemeChoice } from '../theme.ts';
import { useFiringChoices } from './firing-signals.ts';
import { PAGES } from '../data/pages.ts';

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

interface ChoiceProps {
  icon: IconName;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
  /** One of several choices, or a checkbox. */
  role?: 'menuitemradio' | 'menuitemcheckbox';
}

const Choice = ({ icon, label, isChosen, onChoose, role = 'menuitemradio' }: ChoiceProps) => (
  <MenuItem role={role} aria-checked={isChosen} onClick={onChoose}>
    <ListItemIcon>
      <Icon name={icon} />
    </ListItemIcon>
    <ListItemText>{label}</ListItemText>
    {isChosen && <Icon name="check" />}
  </MenuItem>
);

const ToProfile = () => {
  const text = useText();
  const { onClose } = useUserMenu()!;
  return (
    <MenuItem component={Link} to={PAGES.profile.path} onClick={onClose}>
      <ListItemIcon>
        <Icon name="person" />
      </ListItemIcon>
      <ListItemText>{text(PAGES.profile.title)}</ListItemText>
    </MenuItem>
  );
};

/** As generated content, so that the initials are not part of the button's name. */
const INITIALS = {
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  borderRadius: '50%',
  bgcolor: 'var(--brand)',
  color: 'var(--on-brand)',
  fontSize: 12,
  fontWeight: 600,
  '&::before': { content: 'attr(data-initials)' },
};

/** Profile, theme, language, signals of a firing, and sign-out. */
export const ProfileMenu = () => {
  const text = useText();
  const theme = useSyncExternalStore(subscribeToTheme, themeChoice);
  const [locale, setLocale] = useLocaleState();
  const user = useSyncExternalStore(subscribeToSession, readSession)?.user;
  const { sound, setSound, isNotified, setNotified } = useFiringChoices();
  if (user === undefined) return null;
  return (
    <UserMenu
      label="profile.menu"
      icon={<Box component="span" data-initials={initialsOf(user.name)} sx={INITIALS} />}
    >
      <li role="presentation">
        <ListItemText
          primary={user.name}
          secondary={
            <>
              {user.email}
              <br />
              {text(`roles.${user.userRole}`)}
            </>
          }
          sx={{ px: 1.25 }}
        />
      </li>
      <Divider />
      <ToProfile />
      <Divider />
      {THEMES.map(({ choice, icon }) => (
        <Choice
          key={choice}
          icon={icon}
          label={text(`profile.theme.${choice}`)}
          isChosen={theme === choice}
          onChoose={() => chooseTheme(choice)}
        />
      ))}
      <Divider />
      {LANGUAGES.map(({ locale: one, name }) => (
        <Choice
          key={one}
          icon="message"
          label={name}
          isChosen={locale === one}
          onChoose={() => setLocale(one)}
        />
      ))}
      <Divider />
      <Choice
        role="menuitemcheckbox"
        icon="bell"
        label={text('firing.sound')}
        isChosen={sound}
        onChoose={() => setSound(!sound)}
      />
      <Choice
        role="menuitemcheckbox"
        icon="message"
        label={text('firing.notifications')}
        isChosen={isNotified}
        onChoose={() => void setNotified(!isNotified)}
      />
      <Divider />
      <Logout icon={<Icon name="logout" />} />
    </UserMenu>
  );
};
