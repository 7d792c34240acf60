import { Chip, Tooltip } from '@mui/material';
import type { Device } from '@telemon/contracts/devices/devices';
import { LATE_AFTER_MS } from '@telemon/contracts/readings';
import { Icon } from '../kit/icon.tsx';
import { useLiveDevice } from '../live/live-context.ts';
import { lateByMsOf } from '../state/device-state.ts';
import { lasting } from '../texts/time.ts';
import type { TextKey } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';

interface Props {
  label: TextKey;
  /** The consequences, as the tooltip explains them. */
  what: TextKey;
  /** The values in `what`. */
  values?: Record<string, string>;
}

const WarningChip = ({ label, what, values = {} }: Props) => {
  const text = useText();
  return (
    <Tooltip title={text(what, values)} describeChild>
      <Chip
        component="span"
        icon={<Icon name="warning" size={16} strokeWidth={2.2} />}
        label={text(label)}
        sx={{
          bgcolor: 'var(--warn-soft)',
          color: 'var(--warn)',
          verticalAlign: 'middle',
          '& .MuiChip-icon': { color: 'inherit' },
        }}
      />
    </Tooltip>
  );
};

/** Marks a device that exceeds its message rate. */
export const RateChip = () => <WarningChip label="device.beyondRate" what="device.beyondRateWhat" />;

/** Marks a device that sends over UDP, where anybody could send in its name. */
export const UnauthenticatedChip = () => (
  <WarningChip label="device.unauthenticated" what="device.unauthenticatedWhat" />
);

/** Marks a device whose last reading came so long after its newest timestamp that alerts leave its readings out. */
export const LateChip = ({ device }: { device: Pick<Device, 'deviceName' | 'lastUpdated' | 'lateByMs'> }) => {
  const text = useText();
  const lateByMs = lateByMsOf(device, useLiveDevice(device.deviceName));
  if (lateByMs <= LATE_AFTER_MS) return null;
  return (
    <WarningChip label="device.late" what="device.lateWhat" values={{ time: lasting(lateByMs, text) }} />
  );
};
