import Box from '@mui/material/Box';
import { translateMessage } from '../texts/translate.ts';

/** The look of a table of files that are kept for a while. */
export const TABLE = {
  maxHeight: 420,
  borderTop: 1,
  borderColor: 'divider',
  '& th': { bgcolor: 'background.paper' },
  '& td': { whiteSpace: 'nowrap' },
} as const;

/** Why there is no file, or no file yet; nothing if no reason is told. */
export const Reason = ({ reason }: { reason: string | null }) =>
  reason !== null && (
    <Box component="span" className="quiet" sx={{ ml: 1, whiteSpace: 'normal' }}>
      {translateMessage(reason)}
    </Box>
  );
