import { useEffect, useState } from 'react';

/** Shorter actions of the user show no loader. */
const SHOWN_AFTER_MS = 300;

/** Whether the full-screen loader covers the page, while an action of the user is under way. */
export const useLoaderShown = (isBusy: boolean): boolean => {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isBusy]);
  return isShown;
};
