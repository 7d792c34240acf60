import { useQuery } from '@tanstack/react-query';
import { ask } from '../data/ask.ts';
import { LIST_POLL_MS, useLiveDevice, usePolling } from '../live/live-context.ts';
import { TimeAgo } from '../list/time-ago.tsx';
import { useText } from '../texts/use-text.ts';
import { DeviceLink } from './device-link.tsx';
import { arrivedAt } from './device-state.ts';
import { StateChip } from './state-chip.tsx';
import styles from './mqtt-login.module.css';

/** When the first reading of a device came: as the stream tells it, or as it is asked for while the stream is down. */
const useFirstReading = (deviceName: string): number | null => {
  const { receivedAt } = useLiveDevice(deviceName);
  const { data } = useQuery({
    queryKey: ['devices', 'first-reading', deviceName],
    queryFn: ({ signal }) => ask('GET /device/:deviceName', { deviceName }, signal),
    select: ({ deviceData }) => arrivedAt(deviceData.lastUpdated),
    refetchInterval: usePolling(LIST_POLL_MS),
    enabled: receivedAt === null,
    // Another device may get the name: what was known of this one is not its answer.
    gcTime: 0,
  });
  return receivedAt ?? data ?? null;
};

/** Waits for a new device to speak, and says so when it has. */
export const FirstReadingWait = ({ deviceName }: { deviceName: string }) => {
  const text = useText();
  const at = useFirstReading(deviceName);
  return (
    <div className={styles.wait} role="status">
      {at === null ? (
        <StateChip state="waiting">{text('mqtt.waiting')}</StateChip>
      ) : (
        <>
          <StateChip state="normal">{text('mqtt.firstReading')}</StateChip>
          <TimeAgo at={at} />
          <DeviceLink deviceName={deviceName}>{text('mqtt.seeReadings')}</DeviceLink>
        </>
      )}
    </div>
  );
};
