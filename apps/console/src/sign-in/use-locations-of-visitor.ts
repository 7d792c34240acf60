import type { Location } from '@telemon/contracts/auth/locations';
import { useEffect, useState } from 'react';
import { askAsVisitor } from '../data/ask.ts';

interface LocationsState {
  locations: readonly Location[] | undefined;
  failure: Error | null;
}

const LOADING: LocationsState = { locations: undefined, failure: null };

/** The locations for the sign-up form. */
export const useLocationsOfVisitor = () => {
  const [state, setState] = useState(LOADING);
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    const controller = new AbortController();
    setState(LOADING);
    askAsVisitor('GET /location/all', {}, controller.signal).then(
      ({ locations }) => setState({ locations, failure: null }),
      (error: Error) => controller.signal.aborted || setState({ locations: undefined, failure: error }),
    );
    return () => controller.abort();
  }, [attempt]);

  return { ...state, onRetry: () => setAttempt(attempt + 1) };
};
