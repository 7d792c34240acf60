import Backdrop from '@mui/material/Backdrop';
import CircularProgress from '@mui/material/CircularProgress';
import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../texts/use-text.ts';

/** Shorter actions of the user show no loader. */
const SHOWN_AFTER_MS = 300;

/**
 * The full-screen loader, for saving and deleting. Background requests show no loader, so react-admin's `LoadingIndicator`, which
 * spins with each refresh, is left out.
 */
export const Loader = () => {
  const text = useText();
  const isBusy = useIsMutating() > 0;
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isBusy) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);
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
