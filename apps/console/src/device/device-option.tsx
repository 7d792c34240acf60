import Box from '@mui/material/Box';
import type { NamedDevice } from './use-device-names.ts';

/** A fleet has thousands of devices: those that are not among so many are found by typing more. */
export const MOST_OFFERED = 60;

/** A device in a list to choose from. */
export const DeviceOption = ({ deviceAlias, deviceName }: NamedDevice) => (
  <>
    <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
      {deviceAlias}
    </Box>
    <Box component="span" sx={{ ml: 'auto', pl: 2, color: 'var(--text-faint)', fontSize: 13 }}>
      {deviceName}
    </Box>
  </>
);
