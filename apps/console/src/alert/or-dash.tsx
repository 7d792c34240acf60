import type { ReactNode } from 'react';

/** A value, or a dash without one. */
export const OrDash = ({ children }: { children: ReactNode }) =>
  children === null || children === undefined || children === false || children === '' ? (
    <span className="unit">–</span>
  ) : (
    children
  );
