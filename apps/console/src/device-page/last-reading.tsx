import { Button } from '@mui/material';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import { TimeAgo } from '../kit/time-ago.tsx';
import { isoDay } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { useDeviceAddress } from './use-device-address.ts';

/** Shown for a range without readings: the time of the device's last reading, and a link to it. */
export const LastReading = ({ data }: { data: DeviceDashboard }) => {
  const text = useText();
  const { look } = useDeviceAddress();
  const { timestamp } = data.latestData;
  if (timestamp === null) return text('chart.noneWhat');
  const day = isoDay(Date.parse(timestamp));
  return (
    <>
      <p>{text('chart.noneWhat')}</p>
      <p>
        {text('chart.lastReading')} <TimeAgo at={Date.parse(timestamp)} />
      </p>
      <Button sx={{ mt: 1.5 }} onClick={() => look({ range: { from: day, to: day } })}>
        {text('chart.showLast')}
      </Button>
    </>
  );
};
