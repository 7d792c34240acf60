import { useState } from 'react';

interface Query {
  error: Error | null;
  isPending: boolean;
  isPlaceholderData: boolean;
}

/**
 * Why a question has no answer, until it has one: while it asks again, the query itself forgets why the last try
 * failed, and a page that believed it would flicker between its failure and what is to come.
 */
export const useHeldError = ({ error, isPending, isPlaceholderData }: Query): Error | null => {
  const [held, setHeld] = useState(error);
  const isWaiting = isPending || isPlaceholderData;
  if (!isWaiting && held !== error) setHeld(error);
  return isWaiting ? held : error;
};
