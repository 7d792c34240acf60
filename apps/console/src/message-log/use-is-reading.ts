import { useSyncExternalStore } from 'react';

/** Scrolled this far, the first rows are out of sight, px. */
const SCROLLED_PX = 60;

const subscribe = (listener: () => void) => {
  window.addEventListener('scroll', listener, { passive: true });
  document.addEventListener('selectionchange', listener);
  return () => {
    window.removeEventListener('scroll', listener);
    document.removeEventListener('selectionchange', listener);
  };
};

const isReading = () => window.scrollY > SCROLLED_PX || document.getSelection()?.isCollapsed === false;

/** Whether the user has scrolled down or selected text: then nothing on the page may move. */
export const useIsReading = (): boolean => useSyncExternalStore(subscribe, isReading);

/** Scrolls up and selects nothing. */
export const stopReading = (): void => {
  window.scrollTo(0, 0);
  document.getSelection()?.removeAllRanges();
};
