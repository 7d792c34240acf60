import type { Location } from '@telemon/contracts/auth/locations';
import { useEffect, useState } from 'react';
import { askAsVisitor } from '../data/ask.ts';

interface Known {
  locations: readonly Location[] | undefined;
  failure: Error | null;
}

const UNKNOWN: Known = { locations: undefined, failure: null };

/** The locations for the sign-up form. */
export const useLocationsOfVisitor = () => {
  const [known, setKnown] = useState(UNKNOWN);
  const [asked, setAsked] = useState(1);

  useEffect(() => {
    const leaving = new AbortController();
    setKnown(UNKNOWN);
    askAsVisitor('GET /location/all', {}, leaving.signal).then(
      ({ locations }) => setKnown({ locations, failure: null }),
      (error: Error) => leaving.signal.aborted || setKnown({ locations: undefined, failure: error }),
    );
    return () => leaving.abort();
  }, [asked]);

  return { ...known, onRetry: () => setAsked(asked + 1) };
};
