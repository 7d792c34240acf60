import { Suspense, type ReactNode } from 'react';
import { Routes } from 'react-router';

/** The dialogs over a list, a `Route` each; their script comes when they are opened. */
export const Dialogs = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={null}>
    <Routes>{children}</Routes>
  </Suspense>
);
