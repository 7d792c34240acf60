import { Box } from '@mui/material';
import type { RouteStateName, UdpRoute } from '@telemon/contracts/udp-router/udp-routes';
import { Icon, type IconName } from '../kit/icon.tsx';
import { useNow } from '../live/clock.ts';
import { fullTime, timeOrDate } from '../texts/time.ts';
import { translateMessage } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';

const STEP_MS = 5_000;

const LOOKS: Record<RouteStateName, { icon: IconName; colour: string }> = {
  starting: { icon: 'waiting', colour: 'text.secondary' },
  connected: { icon: 'check', colour: 'var(--normal)' },
  retrying: { icon: 'warning', colour: 'var(--warn)' },
  refused: { icon: 'close', colour: 'var(--firing)' },
};

/** The state of a route, since when and why, and how many datagrams wait or were dropped. */
export const RouteState = ({ state, waiting, dropped }: UdpRoute) => {
  const text = useText();
  const now = useNow(STEP_MS);
  const { icon, colour } = LOOKS[state.name];
  const since = new Date(state.since).getTime();
  const counts = [
    waiting > 0 && text('resources.udp-routing.waiting', { smart_count: waiting }),
    dropped > 0 && text('resources.udp-routing.dropped', { smart_count: dropped }),
  ].filter(Boolean);
  return (
    <>
      <Box
        component="span"
        title={fullTime(since)}
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: colour, fontWeight: 550 }}
      >
        <Icon name={icon} size={16} strokeWidth={2.2} />
        {text(`resources.udp-routing.states.${state.name}`, { time: timeOrDate(since, now) })}
      </Box>
      {state.reason && <div className="quiet">{translateMessage(state.reason)}</div>}
      {counts.length > 0 && <div className="quiet numbers">{counts.join(' · ')}</div>}
    </>
  );
};
