import { useCallback, useRef } from 'react';

const moveFocus = (list: HTMLElement, deed: string, place: number) => {
  if (!list.isConnected) return;
  const others = list.querySelectorAll<HTMLElement>(`[data-deed="${deed}"]`);
  const next = others[Math.min(place, others.length - 1)];
  if (next) next.focus();
  else list.focus({ preventScroll: true });
};

/**
 * For a button that removes its row, such as Delete: moves the focus to the same button of the next row, else of the last row,
 * else to the list. `isUnderway` says that the button's dialog has the focus.
 */
export const useHandOn = (deed: string, isUnderway = false) => {
  const underway = useRef(isUnderway);
  underway.current = isUnderway;
  const ref = useCallback(
    (button: HTMLButtonElement) => () => {
      const list = button.closest<HTMLElement>('[data-list]');
      if (list === null || (document.activeElement !== button && !underway.current)) return;
      const place = [...list.querySelectorAll(`[data-deed="${deed}"]`)].indexOf(button);
      // The row is removed from the document only after this render.
      queueMicrotask(() => {
        if (!button.isConnected) moveFocus(list, deed, place);
      });
    },
    [deed],
  );
  return { ref, 'data-deed': deed };
};
