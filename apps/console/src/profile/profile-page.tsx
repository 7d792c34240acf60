import { useQuery } from '@tanstack/react-query';
import { ask } from '../data/ask.ts';
import { useHeldError } from '../data/held-error.ts';
import { readSession } from '../data/session.ts';
import { Failed } from '../list/failed.tsx';
import { EditProfile, ProfileToCome, profileKey } from './edit-profile.tsx';
import { OpenSessions } from './open-sessions.tsx';
import styles from './profile-page.module.css';

/** Whoever is signed in, and where they are. */
export default function ProfilePage() {
  const id = readSession()?.user.id ?? '';
  const profile = useQuery({
    queryKey: profileKey(id),
    queryFn: ({ signal }) => ask('GET /user/:id', { id }, signal),
    select: ({ user }) => user,
  });
  const error = useHeldError(profile);
  if (error && !profile.data) return <Failed error={error} onRetry={() => void profile.refetch()} />;
  return (
    <div className={styles.page}>
      {profile.data ? <EditProfile user={profile.data} /> : <ProfileToCome />}
      <OpenSessions />
    </div>
  );
}
