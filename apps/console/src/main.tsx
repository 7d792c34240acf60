import { StrictMode, Suspense, lazy, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './base.css';
import { LOGIN_PATH, loginPath, readSession, wayBack } from './data/session.ts';
import { Crashed } from './layout/crashed.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { installTheme } from './theme.ts';

/** Everything behind the sign-in page, loaded only by who is signed in. */
const loadConsole = () => import('./console.tsx');
const Console = lazy(loadConsole);

const isPublic = (path: string) => path.startsWith('/auth/');

/** Where this address leads: an address that its visitor may not see is replaced by one that they may. */
const settle = (): 'sign-in' | 'console' => {
  const { pathname, search } = window.location;
  const signedIn = readSession() !== null;
  if (signedIn) {
    if (isPublic(pathname) || pathname === '/') window.history.replaceState(null, '', wayBack(search));
    return 'console';
  }
  if (!isPublic(pathname)) {
    window.history.replaceState(null, '', loginPath({ next: pathname + search }));
  } else if (pathname !== LOGIN_PATH) {
    window.history.replaceState(null, '', LOGIN_PATH);
  }
  return 'sign-in';
};

const Root = () => {
  const [area, setArea] = useState(settle);
  if (area === 'sign-in') {
    return <SignInPage onBegin={() => void loadConsole()} onSignedIn={() => setArea(settle())} />;
  }
  return (
    <Suspense fallback={null}>
      <Console />
    </Suspense>
  );
};

installTheme();
createRoot(document.getElementById('root')!, { onUncaughtError: console.error }).render(
  <StrictMode>
    <Crashed>
      <Root />
    </Crashed>
  </StrictMode>,
);
