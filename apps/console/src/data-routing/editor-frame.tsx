import { Alert, Box, LinearProgress } from '@mui/material';
import { useEffect, useState } from 'react';
import { useText } from '../texts/use-text.ts';

/**
 * Node-RED needs its scripts, its own site's storage (which holds its login) and calls, its forms, the files that it exports, and the
 * question before a tab with changes that are not deployed is closed. Neither new windows nor leaving the frame.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-downloads allow-modals';
/** After this time without a page in the frame, the user is told, ms. */
const SLOW_AFTER_MS = 10_000;

/** The flow editor. It counts as loaded when the browser says so, although the browser says it of a refused page, too. */
export const EditorFrame = ({ url }: { url: string }) => {
  const text = useText();
  const [state, setState] = useState<'loading' | 'slow' | 'loaded'>('loading');
  useEffect(() => {
    if (state !== 'loading') return;
    const timer = setTimeout(() => setState('slow'), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <>
      {state === 'slow' && <Alert severity="warning">{text('dataRouting.slow', { url })}</Alert>}
      <Box sx={{ height: 2 }}>
        {state !== 'loaded' && <LinearProgress aria-label={text('dataRouting.loading')} sx={{ height: 2 }} />}
      </Box>
      <Box
        component="iframe"
        src={url}
        title={text('dataRouting.frame')}
        sandbox={SANDBOX}
        referrerPolicy="no-referrer"
        onLoad={() => setState('loaded')}
        sx={{
          flex: 1,
          minHeight: 420,
          width: '100%',
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: '#fff',
        }}
      />
    </>
  );
};
