import Box from '@mui/material/Box';
import { Link } from 'react-router';
import { devicePath } from '../data/pages.ts';

/** A device's name, leading to its page wherever it stands. */
export const DeviceLink = ({ deviceName, children }: { deviceName: string; children?: string }) => (
  // A target of 24 px and more that leaves its line as high as it is.
  <Box component={Link} to={devicePath(deviceName)} sx={{ py: 0.5 }}>
    {children ?? deviceName}
  </Box>
);
