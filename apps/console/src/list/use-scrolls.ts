import { useLayoutEffect, useState, type RefObject } from 'react';

/** Whether an element has more to its side than it shows, now and as it or its content changes. */
export const useScrolls = (element: RefObject<HTMLElement | null>): boolean => {
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() => setScrolls(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => observer.disconnect();
  }, [element]);
  return scrolls;
};
