import { useEffect, useRef } from 'react';

interface Shortcuts {
  onPalette: () => void;
  onKeys: () => void;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable="true"]') !== null;

/** A dialog, a menu or the drawer has the keys to itself until it is closed. */
const isCovered = () => document.querySelector('.MuiModal-root:not(.MuiModal-hidden)') !== null;

/** Ctrl-K or / opens the palette, ? shows the keys; what is typed into a field stays there. */
export const useShortcuts = (shortcuts: Shortcuts) => {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        if (!isCovered()) latest.current.onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isCovered()) return;
      if (event.key === '/') {
        event.preventDefault();
        latest.current.onPalette();
      } else if (event.key === '?') {
        event.preventDefault();
        latest.current.onKeys();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};
