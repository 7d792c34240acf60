import { Chip, Tooltip } from '@mui/material';
import { useText } from '../texts/use-text.ts';

/** Marks a test reading, which the device did not send. */
export const TestChip = () => {
  const text = useText();
  return (
    <Tooltip title={text('device.testReading.markWhat')} describeChild>
      <Chip
        component="span"
        variant="outlined"
        label={text('device.testReading.mark')}
        sx={{ height: 20, verticalAlign: 'middle' }}
      />
    </Tooltip>
  );
};
