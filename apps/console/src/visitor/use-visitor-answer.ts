import { useEffect, useState } from 'react';

/** An answer of /v1 without a session: asked for at first, for another key, and again by `retry`. Null while it loads. */
export const useVisitorAnswer = <Answer>(load: (signal: AbortSignal) => Promise<Answer>, key = '') => {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    const leaving = new AbortController();
    setAnswer(null);
    setError(null);
    load(leaving.signal).then(setAnswer, (reason: Error) => leaving.signal.aborted || setError(reason));
    return () => leaving.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, attempt]);
  return { answer, setAnswer, error, setError, retry: () => setAttempt(attempt + 1) };
};
