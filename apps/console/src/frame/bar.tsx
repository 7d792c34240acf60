import { Box, Button } from '@mui/material';
import { createContext, useContext } from 'react';
import { AppBar } from 'react-admin';
import { Link } from 'react-router';
import { AlertsButton } from '../alert/alerts-button.tsx';
import { ActionButton, ActionLink } from '../kit/action-button.tsx';
import { Icon } from '../kit/icon.tsx';
import { useOnDesk } from '../kit/use-screen.ts';
import { useText } from '../texts/use-text.ts';
import { Bell } from './bell.tsx';
import { usePageTitle } from './page-title.ts';
import { PAGES } from '../data/pages.ts';
import { StreamChip } from './stream-chip.tsx';
import { ProfileMenu } from './user-menu.tsx';

/** Opens the palette. */
export const PaletteContext = createContext<() => void>(() => {});

/** The bar above each page. */
export const Bar = () => {
  const text = useText();
  const title = usePageTitle();
  const openPalette = useContext(PaletteContext);
  const isDesk = useOnDesk();
  return (
    <AppBar alwaysOn toolbar={<></>} userMenu={<></>} elevation={0}>
      <h1>{title}</h1>
      <StreamChip />
      {isDesk ? (
        <>
          <Button startIcon={<Icon name="search" size={16} />} onClick={openPalette}>
            {text('palette.button')}
            <Box component="kbd" sx={{ ml: 1, display: { xs: 'none', lg: 'inline' } }}>
              /
            </Box>
          </Button>
          <Button component={Link} to={PAGES.home.path} startIcon={<Icon name="dashboard" />}>
            {text('frame.dashboard')}
          </Button>
        </>
      ) : (
        <>
          <ActionButton icon="search" label={text('palette.button')} onClick={openPalette} />
          <ActionLink icon="dashboard" label={text('frame.dashboard')} to={PAGES.home.path} />
        </>
      )}
      <AlertsButton isDesk={isDesk} />
      <Bell />
      <ProfileMenu />
    </AppBar>
  );
};
