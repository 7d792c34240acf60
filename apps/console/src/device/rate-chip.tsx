import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import { Icon } from '../kit/icon.tsx';
import { useText } from '../texts/use-text.ts';

/** Marks a device that exceeds its message rate; the tooltip explains the consequences. */
export const RateChip = () => {
  const text = useText();
  return (
    <Tooltip title={text('device.beyondRateWhat')} describeChild>
      <Chip
        component="span"
        size="small"
        icon={<Icon name="warning" size={16} strokeWidth={2.2} />}
        label={text('device.beyondRate')}
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
