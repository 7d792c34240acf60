import type { ReactNode } from 'react';

/** A value, or a quiet dash where there is none. */
export const OrDash = ({ children }: { children: ReactNode }) =>
  children === null || children === undefined || children === false || children === '' ? (
    <span className="unit">–</span>
  ) : (
    children
  );
