import { Box } from '@mui/material';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { useNow } from '../live/clock.ts';
import { useStreamState } from '../live/live-context.ts';
import { fullTime, timeOrDate } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { Icon } from '../kit/icon.tsx';

const CHIP = {
  display: 'inline-flex',
  flex: 'none',
  alignItems: 'center',
  gap: 0.75,
  height: 28,
  px: 1,
  borderRadius: 1,
  color: 'text.secondary',
  fontSize: 13,
  whiteSpace: 'nowrap',
};
/** On a phone, a live stream is only an icon. */
const ICON_ONLY = { '& span': { display: { xs: 'none', sm: 'inline' } } };
/** On a phone, a lost stream is shown below the bar, within the free space at the top of a page. */
const LOST = {
  bgcolor: 'var(--warn-soft)',
  color: 'var(--warn)',
  position: { xs: 'absolute', sm: 'static' },
  inset: '100% 0 auto',
  justifyContent: 'center',
  height: { xs: 20, sm: 28 },
};

/** The state of the live stream, in the bar of every page. */
export const StreamChip = () => {
  const text = useText();
  const now = useNow(MINUTE_MS);
  const state = useStreamState();
  const since = 'since' in state ? state.since : null;
  const words = text(`stream.${state.kind}`, { time: timeOrDate(since ?? now, now) });
  return (
    <Box
      role="status"
      aria-label={words}
      title={since === null ? text('stream.explained') : text('stream.lost', { time: fullTime(since) })}
      sx={[CHIP, since === null ? ICON_ONLY : LOST]}
    >
      <Icon
        name={state.kind === 'live' ? 'live' : state.kind === 'stale' ? 'unplugged' : 'waiting'}
        color={state.kind === 'live' ? 'var(--normal)' : undefined}
      />
      <span>{words}</span>
    </Box>
  );
};
