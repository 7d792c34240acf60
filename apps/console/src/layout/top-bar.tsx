import { useNavigate } from 'react-router';
import { useText } from '../texts/use-text.ts';
import { AlertsButton } from './alerts-button.tsx';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import { PAGES } from './pages.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { StreamChip } from './stream-chip.tsx';
import { ToastsBell } from './toasts-bell.tsx';
import styles from './top-bar.module.css';

interface Props {
  title: string;
  isDesk: boolean;
  onMenu: () => void;
  onPalette: () => void;
}

export const TopBar = ({ title, isDesk, onMenu, onPalette }: Props) => {
  const text = useText();
  const navigate = useNavigate();
  const goHome = () => void navigate(PAGES.home.path);
  return (
    <header className={styles.bar}>
      {!isDesk && <IconButton icon="menu" label={text('frame.menu')} onClick={onMenu} />}
      <h1 className={styles.title}>{title}</h1>
      <StreamChip />
      {isDesk ? (
        <>
          <button type="button" className={styles.search} onClick={onPalette}>
            <Icon name="search" size={16} />
            {text('palette.button')}
            <kbd>/</kbd>
          </button>
          <Button icon={<Icon name="dashboard" />} onClick={goHome}>
            {text('frame.dashboard')}
          </Button>
        </>
      ) : (
        <>
          <IconButton icon="search" label={text('palette.button')} onClick={onPalette} />
          <IconButton icon="dashboard" label={text('frame.dashboard')} onClick={goHome} />
        </>
      )}
      <AlertsButton isDesk={isDesk} />
      <ToastsBell />
      <ProfileMenu />
    </header>
  );
};
