import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import { Icon } from '../kit/icon.tsx';
import type { TextKey } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';

interface Props {
  label: TextKey;
  /** The consequences, as the tooltip explains them. */
  what: TextKey;
}

const WarningChip = ({ label, what }: Props) => {
  const text = useText();
  return (
    <Tooltip title={text(what)} describeChild>
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
