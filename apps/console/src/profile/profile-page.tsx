import { Box } from '@mui/material';
import { readSession } from '../data/session.ts';
import { EditProfile } from './edit-profile.tsx';
import { OpenSessions } from './open-sessions.tsx';

/** The user's own data and sessions. */
export default function ProfilePage() {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 760px)', lg: 'minmax(0, 720px) minmax(0, 400px)' },
        alignItems: 'start',
        gap: 2,
      }}
    >
      <EditProfile id={readSession()?.user.id ?? ''} />
      <OpenSessions />
    </Box>
  );
}
