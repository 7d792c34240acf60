import { Box } from '@mui/material';
import { Fragment } from 'react';
import { Dialog } from '../kit/dialog.tsx';
import { useText } from '../texts/use-text.ts';

const KEYS = [
  { keys: ['Ctrl', 'K'], says: 'keys.palette' },
  { keys: ['/'], says: 'keys.palette' },
  { keys: ['?'], says: 'keys.keys' },
  { keys: ['Esc'], says: 'keys.close' },
  { keys: ['Tab'], says: 'keys.next' },
  { keys: ['+'], says: 'keys.closer' },
  { keys: ['−'], says: 'keys.farther' },
  { keys: ['0'], says: 'keys.whole' },
  { keys: ['Shift', '←', '→'], says: 'keys.aside' },
] as const;

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  return (
    <Dialog title={text('keys.title')} onClose={onClose} width={400}>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(96px, max-content) 1fr', gap: '14px 8px' }}
      >
        {KEYS.map(({ keys, says }) => (
          <Fragment key={keys.join()}>
            <Box component="dt" sx={{ display: 'flex', gap: 0.5, alignItems: 'flex-start' }}>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </Box>
            <dd className="quiet">{text(says)}</dd>
          </Fragment>
        ))}
      </Box>
    </Dialog>
  );
}
