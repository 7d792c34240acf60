import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { isNearlyUsedUp, type DeviceLimits } from '@telemon/contracts/alerting/limits';
import { ask } from '../data/ask.ts';
import { LIST_POLL_MS, usePolling } from '../live/live-context.ts';
import { timeOrDate } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';

const CHANNELS = ['sms', 'email'] as const;
const LINE = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, pt: 1.5 } as const;

const toneOf = ({ used, limit }: DeviceLimits['sms']) => {
  if (used >= limit) return 'error';
  return isNearlyUsedUp(used, limit) ? 'warning' : 'default';
};

/** How many messages the alerts of a device have sent in the present period, and how many they may send. */
export const NoticeLimits = ({ deviceName }: { deviceName: string }) => {
  const text = useText();
  const { data } = useQuery({
    queryKey: ['notice-limits', deviceName],
    queryFn: ({ signal }) => ask('GET /device/:deviceName/limits', { deviceName }, signal),
    refetchInterval: usePolling(LIST_POLL_MS),
  });
  // They stand beside the alerts: without them, the list says whether something can be had.
  if (data === undefined) return null;
  return (
    <Box sx={LINE}>
      {CHANNELS.map((channel) => (
        <Chip
          key={channel}
          size="small"
          variant="outlined"
          color={toneOf(data[channel])}
          label={text(`resources.alert.limits.${channel}`, {
            used: data[channel].used,
            limit: data[channel].limit,
          })}
        />
      ))}
      <Typography variant="caption" color="text.secondary">
        {text('resources.alert.limits.until', {
          time: timeOrDate(Date.parse(data.sms.refreshes), Date.now()),
        })}
      </Typography>
    </Box>
  );
};
