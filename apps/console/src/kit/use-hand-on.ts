import { useCallback, useRef } from 'react';

const handOn = (list: HTMLElement, deed: string, place: number) => {
  if (!list.isConnected) return;
  const others = list.querySelectorAll<HTMLElement>(`[data-deed="${deed}"]`);
  const next = others[Math.min(place, others.length - 1)];
  if (next) next.focus();
  else list.focus({ preventScroll: true });
};

/**
 * For a button whose deed takes it away, such as Delete: the focus, which would be lost with it, is handed on to the
 * same button of the row that comes after, of the last row where none does, or to the list itself. `isUnderway` says
 * that the person is at it although the focus is elsewhere, in a dialog that asks.
 */
export const useHandOn = (deed: string, isUnderway = false) => {
  const underway = useRef(isUnderway);
  underway.current = isUnderway;
  const ref = useCallback(
    (button: HTMLButtonElement) => () => {
      const list = button.closest<HTMLElement>('[data-list]');
      if (list === null || (document.activeElement !== button && !underway.current)) return;
      const place = [...list.querySelectorAll(`[data-deed="${deed}"]`)].indexOf(button);
      // The row still stands; it is gone once this drawing is done.
      queueMicrotask(() => {
        if (!button.isConnected) handOn(list, deed, place);
      });
    },
    [deed],
  );
  return { ref, 'data-deed': deed };
};
