import { Alert } from '@mui/material';
import { isAdmin } from '@telemon/contracts/actor';
import { useStore } from 'react-admin';
import { readSession } from '../data/session.ts';
import { outsideTiles } from '../map/outside-tiles.ts';
import { useText } from '../texts/use-text.ts';

/** Tells admins how to configure map tiles, until they close it; stored in the browser. */
export const TilesNotice = () => {
  const text = useText();
  const [isRead, setRead] = useStore('map.tilesNoticeRead', false);
  const user = readSession()?.user;
  if (isRead || outsideTiles() !== null || !user || !isAdmin(user.userRole)) return null;
  return (
    <Alert
      severity="info"
      onClose={() => setRead(true)}
      closeText={text('dialog.close')}
      sx={{ borderRadius: 0 }}
    >
      {text('home.tiles')}
    </Alert>
  );
};
