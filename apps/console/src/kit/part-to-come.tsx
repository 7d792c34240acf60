import { useEffect, useState, type ReactNode } from 'react';
import { Loading } from 'react-admin';
import { useIsPartFailing } from './lazy-part.tsx';
import { Picture } from './picture.tsx';

/** A part that comes sooner needs no words. */
export const SAID_AFTER_MS = 3_000;

/** In place of a part that is loaded: says after a while if there is no connection. */
export const PartToCome = ({ children = <Loading /> }: { children?: ReactNode }) => {
  const isFailing = useIsPartFailing();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SAID_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isFailing || !isLate) return children;
  return (
    <div role="status">
      <Picture icon="unplugged" title="failure.noConnection.title" what="failure.noConnection.what" />
    </div>
  );
};
