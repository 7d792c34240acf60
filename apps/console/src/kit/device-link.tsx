import Box from '@mui/material/Box';
import { Link } from 'react-router';
import { devicePath } from '../data/pages.ts';

/** A device's name as a link to its page. */
export const DeviceLink = ({ deviceName, children }: { deviceName: string; children?: string }) => (
  // A click target of at least 24 px that does not make the line higher.
  <Box component={Link} to={devicePath(deviceName)} sx={{ py: 0.5 }}>
    {children ?? deviceName}
  </Box>
);
