import { Box, Button, Chip, List, ListItem, ListItemText, Skeleton } from '@mui/material';
import type { OpenSession } from '@telemon/contracts/auth/sessions';
import { ask } from '../data/ask.ts';
import { signOut } from '../data/request.ts';
import { useAsk } from '../data/use-ask.ts';
import { Icon } from '../kit/icon.tsx';
import { PANEL_END, Panel } from '../kit/panel.tsx';
import { Failed } from '../kit/picture.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useAct } from '../kit/use-act.ts';
import { useText, type Text } from '../texts/use-text.ts';
import { parseUserAgent } from './user-agent.ts';

/** Programs may have many sessions; the ten most recently used are enough to notice a foreign one. */
const MOST_SHOWN = 10;

const nameOf = (userAgent: string, text: Text): string => {
  const from = parseUserAgent(userAgent);
  if (from === null) return text('sessions.unknown');
  const { program, system } = from;
  return system === null ? program : text('sessions.programOn', { program, system });
};

const Session = ({ session }: { session: OpenSession }) => {
  const text = useText();
  return (
    <ListItem divider disableGutters>
      <ListItemText
        primary={
          <>
            {nameOf(session.userAgent, text)}{' '}
            {session.isCurrent && <Chip color="primary" variant="outlined" label={text('sessions.here')} />}
          </>
        }
        secondary={
          <>
            {session.address} · {text('sessions.used')} <TimeAgo at={session.usedAt} />
          </>
        }
        sx={{ overflowWrap: 'anywhere' }}
      />
    </ListItem>
  );
};

/** The user's sessions, and a button that ends all of them. */
export const OpenSessions = () => {
  const text = useText();
  const { data, error, isPending, retry } = useAsk(
    'GET /user/sessions',
    {},
    { queryKey: ['sessions'], select: ({ sessions }) => sessions },
  );
  const endAll = useAct({ mutationFn: () => ask('DELETE /user/sessions', {}), onSuccess: () => signOut() });
  const more = (data?.length ?? 0) - MOST_SHOWN;
  if (error && !data) {
    return (
      <Panel title={text('sessions.title')}>
        <Failed error={error} onRetry={retry} />
      </Panel>
    );
  }
  return (
    <Panel title={text('sessions.title')} isLoading={isPending}>
      <List sx={{ px: { xs: 2, sm: 3 } }}>
        {data?.slice(0, MOST_SHOWN).map((session) => <Session key={session.id} session={session} />) ?? (
          <ListItem disableGutters>
            <Skeleton width="100%" height={40} />
          </ListItem>
        )}
        {more > 0 && <ListItem disableGutters>{text('sessions.more', { smart_count: more })}</ListItem>}
      </List>
      <Box sx={PANEL_END}>
        <p className="quiet">{text('sessions.endWhat')}</p>
        <Button
          startIcon={<Icon name="logout" />}
          disabled={endAll.isPending}
          onClick={() => endAll.mutate()}
        >
          {text('sessions.endAll')}
        </Button>
      </Box>
    </Panel>
  );
};
