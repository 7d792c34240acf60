import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import { LATE_AFTER_MS } from '@telemon/contracts/readings';
import { Icon } from '../kit/icon.tsx';
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
        size="small"
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

/** Marks a device whose newest reading came so late that alerts left it out. @param lateByMs Time from its timestamp to its arrival */
export const LateChip = ({ lateByMs }: { lateByMs: number }) => {
  const text = useText();
  if (lateByMs <= LATE_AFTER_MS) return null;
  return (
    <WarningChip label="device.late" what="device.lateWhat" values={{ time: lasting(lateByMs, text) }} />
  );
};
