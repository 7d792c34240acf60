import { Backdrop, CircularProgress } from '@mui/material';
import { useIsMutating } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { useLoaderShown } from '../kit/use-loader-shown.ts';
import { useText } from '../texts/use-text.ts';

/**
 * The full-screen loader, for saving and deleting. Background requests show no loader, so react-admin's `LoadingIndicator`, which
 * spins with each refresh, is left out; a call with `isInSight` shows its own progress.
 */
export const Loader = () => {
  const text = useText();
  const isShown = useLoaderShown(useIsMutating({ predicate: ({ meta }) => meta?.isInSight !== true }) > 0);
  if (!isShown) return null;
  // Outside the page, because an open dialog hides the page from screen readers.
  return createPortal(
    <Backdrop open role="status" transitionDuration={0} sx={{ zIndex: 1500, color: '#fff' }}>
      <CircularProgress color="inherit" size={40} aria-hidden />
      <span className="only-read-aloud">{text('frame.busy')}</span>
    </Backdrop>,
    document.body,
  );
};
