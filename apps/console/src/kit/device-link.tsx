import { Box } from '@mui/material';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router';
import { devicePath } from '../data/pages.ts';
import { Column } from './column.tsx';

/** A device's name as a link to its page. */
export const DeviceLink = ({ deviceName, children }: { deviceName: string; children?: string }) => (
  // A click target of at least 24 px that does not make the line higher.
  <Box component={Link} to={devicePath(deviceName)} sx={{ py: 0.5 }}>
    {children ?? deviceName}
  </Box>
);

/** The column of a row's device: a long name leaves the other columns their space. */
export const DeviceColumn = ({ source }: { source: 'deviceName' }) => (
  <Column<RaRecord & { deviceName: string }>
    source={source}
    onCard="title"
    isFixed
    className="wraps"
    sx={{ overflowWrap: 'anywhere' }}
    render={({ deviceName }) => <DeviceLink deviceName={deviceName} />}
  />
);
