import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../data/ask.ts';
import { LIST_POLL_MS, useLiveDevice, usePolling } from '../live/live-context.ts';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useText } from '../texts/use-text.ts';
import { DeviceLink } from '../kit/device-link.tsx';
import { arrivedAt } from '@telemon/contracts/devices/device-states';
import { StateChip } from '../state/state-chip.tsx';
import { SendTestReading } from './send-test-reading.tsx';

/** Sticky, to be visible on a phone too. */
const AT_THE_BOTTOM = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
  position: 'sticky',
  bottom: -20,
  mt: 2,
  mb: '-20px',
  py: 1.5,
  borderTop: '1px solid var(--border)',
  bgcolor: 'background.paper',
};

/** The time of a device's first reading, from the stream, or by polling while the stream is down. */
const useFirstReading = (deviceName: string): number | null => {
  const { receivedAt } = useLiveDevice(deviceName);
  const { data } = useQuery({
    queryKey: ['device', 'first-reading', deviceName],
    queryFn: ({ signal }) => ask('GET /device/:deviceName', { deviceName }, signal),
    select: ({ deviceData }) => arrivedAt(deviceData.lastUpdated),
    refetchInterval: usePolling(LIST_POLL_MS),
    enabled: receivedAt === null,
    // Not cached, as a new device may reuse the name.
    gcTime: 0,
  });
  return receivedAt ?? data ?? null;
};

/** Shows whether a new device has sent its first reading. */
export const FirstReadingWait = ({ deviceName }: { deviceName: string }) => {
  const text = useText();
  const at = useFirstReading(deviceName);
  return (
    <Box role="status" sx={AT_THE_BOTTOM}>
      {at === null ? (
        <>
          <StateChip state="waiting">{text('resources.device.mqtt.waiting')}</StateChip>
          <SendTestReading deviceName={deviceName} />
        </>
      ) : (
        <>
          <StateChip state="normal">{text('resources.device.mqtt.firstReading')}</StateChip>
          <TimeAgo at={at} />
          <DeviceLink deviceName={deviceName}>{text('resources.device.mqtt.seeReadings')}</DeviceLink>
        </>
      )}
    </Box>
  );
};
