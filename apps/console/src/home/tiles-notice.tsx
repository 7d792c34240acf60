import Alert from '@mui/material/Alert';
import { useStore } from 'react-admin';
import { readSession } from '../data/session.ts';
import { outsideTiles } from '../map/outside-tiles.ts';
import { useText } from '../texts/use-text.ts';

/** Tells admins how to configure map tiles, until they close it; stored in the browser. */
export const TilesNotice = () => {
  const text = useText();
  const [isRead, setRead] = useStore('map.tilesNoticeRead', false);
  if (isRead || outsideTiles() !== null || readSession()?.user.userRole !== 'admin') return null;
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
