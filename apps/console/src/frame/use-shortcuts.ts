import { useEffect, useEffectEvent } from 'react';

interface Shortcuts {
  onPalette: () => void;
  onKeys: () => void;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable="true"]') !== null;

/** An open dialog, menu or drawer blocks the shortcuts. */
const hasOpenModal = () => document.querySelector('.MuiModal-root:not(.MuiModal-hidden)') !== null;

/** Ctrl-K or / opens the palette, ? shows the keys; / and ? do not apply in an input. */
export const useShortcuts = (shortcuts: Shortcuts) => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const isCtrlK = (ctrlKey || metaKey) && key.toLowerCase() === 'k';
    if (isCtrlK) event.preventDefault();
    else if (ctrlKey || metaKey || altKey || isTyping(target)) return;
    if (hasOpenModal() || !(isCtrlK || key === '/' || key === '?')) return;
    event.preventDefault();
    if (key === '?') shortcuts.onKeys();
    else shortcuts.onPalette();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
};
