import { useState } from 'react';

interface Query {
  error: Error | null;
  isPending: boolean;
  isPlaceholderData: boolean;
}

/**
 * A query's error, kept until the query succeeds or fails again: during a retry react-query clears the error, and the page would
 * flicker between the failure and its loading state.
 */
export const useHeldError = ({ error, isPending, isPlaceholderData }: Query): Error | null => {
  const [held, setHeld] = useState(error);
  const isWaiting = isPending || isPlaceholderData;
  if (!isWaiting && held !== error) setHeld(error);
  return isWaiting ? held : error;
};

/** For react-admin's own queries: the page shows their error itself; by default a notice says it after each try, too. */
export const SHOWN_HERE = { onError: () => {} };
