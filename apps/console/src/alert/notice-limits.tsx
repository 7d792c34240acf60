import { Box, Chip, Typography } from '@mui/material';
import { type ChannelLimit, type DeviceLimits, isNearlyUsedUp } from '@telemon/contracts/alerting/limits';
import { useAsk } from '../data/use-ask.ts';
import { LIST_POLL_MS, usePolling } from '../live/live-context.ts';
import { until } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';

const LINE = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, pt: 1.5 } as const;

const toneOf = ({ used, limit }: ChannelLimit) => {
  if (used >= limit) return 'error';
  return isNearlyUsedUp(used, limit) ? 'warning' : 'default';
};

const Used = ({ of, channel }: { of: ChannelLimit; channel: keyof DeviceLimits }) => {
  const { used, limit } = of;
  return (
    <Chip
      variant="outlined"
      color={toneOf(of)}
      label={useText()(`resources.alert.limits.${channel}`, { used, limit })}
    />
  );
};

const Until = ({ refreshes }: Pick<ChannelLimit, 'refreshes'>) => (
  <Typography variant="caption" color="text.secondary">
    {until(Date.parse(refreshes), Date.now(), useText())}
  </Typography>
);

/** How many messages the alerts of a device, and of all its manager's, have sent in their present periods, and how many they may send. */
export const NoticeLimits = ({ deviceName }: { deviceName: string }) => {
  const { data } = useAsk(
    'GET /device/:deviceName/limits',
    { deviceName },
    { queryKey: ['notice-limits', deviceName], refetchInterval: usePolling(LIST_POLL_MS) },
  );
  // They stand beside the alerts: without them, the list says whether something can be had.
  if (data === undefined) return null;
  const { sms, email, managerSms } = data;
  return (
    <Box sx={LINE}>
      <Used channel="sms" of={sms} />
      <Used channel="email" of={email} />
      <Until {...sms} />
      {managerSms && (
        <>
          <Used channel="managerSms" of={managerSms} />
          <Until {...managerSms} />
        </>
      )}
    </Box>
  );
};
