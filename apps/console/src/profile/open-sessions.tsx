import type { OpenSession } from '@telemon/contracts/auth/sessions';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { ask } from '../data/ask.ts';
import { useHeldError } from '../data/held-error.ts';
import { signOut } from '../data/request.ts';
import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import { Failed } from '../list/failed.tsx';
import { TimeAgo } from '../list/time-ago.tsx';
import { useText, type Text } from '../texts/use-text.ts';
import styles from './profile-page.module.css';
import { whereFrom } from './where-from.ts';

/** The list is to find a stranger by, and programs may open many: those used last are enough. */
const MOST_SHOWN = 10;

const nameOf = (userAgent: string, text: Text): string => {
  const from = whereFrom(userAgent);
  if (from === null) return text('sessions.unknown');
  const { program, system } = from;
  return system === null ? program : text('sessions.programOn', { program, system });
};

const Session = ({ session }: { session: OpenSession }) => {
  const text = useText();
  return (
    <li className={styles.session}>
      <span className={styles.program}>{nameOf(session.userAgent, text)}</span>
      {session.isCurrent && <span className={styles.here}>{text('sessions.here')}</span>}
      <span className="quiet">
        {session.address} · {text('sessions.used')} <TimeAgo at={session.usedAt} />
      </span>
    </li>
  );
};

/** Where one is signed in, and the way to end it everywhere. */
export const OpenSessions = () => {
  const text = useText();
  const notify = useNotify();
  const open = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => ask('GET /user/sessions', {}, signal),
    select: ({ sessions }) => sessions,
  });
  const endAll = useMutation({
    mutationFn: () => ask('DELETE /user/sessions', {}),
    onSuccess: () => signOut(),
    onError: (error) => notify(error.message, { type: 'error' }),
  });
  const error = useHeldError(open);
  const more = (open.data?.length ?? 0) - MOST_SHOWN;
  return (
    <section className={styles.panel} aria-busy={open.isPending}>
      <h2>{text('sessions.title')}</h2>
      {error && !open.data ? (
        <Failed error={error} onRetry={() => void open.refetch()} />
      ) : (
        <ul className={styles.sessions}>
          {open.data
            ?.slice(0, MOST_SHOWN)
            .map((session) => <Session key={session.id} session={session} />) ?? (
            <li className={styles.bone} />
          )}
        </ul>
      )}
      {more > 0 && <p className="quiet">{text('sessions.more', { smart_count: more })}</p>}
      <footer className={styles.footer}>
        <p className="quiet">{text('sessions.endWhat')}</p>
        <Button icon={<Icon name="logout" />} disabled={endAll.isPending} onClick={() => endAll.mutate()}>
          {text('sessions.endAll')}
        </Button>
      </footer>
    </section>
  );
};
