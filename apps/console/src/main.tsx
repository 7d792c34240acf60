import { StrictMode, Suspense, lazy, useEffect, useState } from 'react';
import { INVITATION_PATH } from '@telemon/contracts/auth/invitations';
import { createRoot } from 'react-dom/client';
import './base.css';
import {
  ACKNOWLEDGE_PATH,
  LOGIN_PATH,
  RESET_PATH,
  loginPath,
  onSessionOfOtherTab,
  readSession,
  returnPath,
} from './data/session.ts';
import { removeDownloadFiles } from './data/download-file.ts';
import { Crashed } from './frame/crashed.tsx';
import { isAt } from './data/is-at.ts';
import { ResetPage } from './reset/reset-page.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { chosenLanguage, loadLanguage } from './texts/translate.ts';
import { installTheme } from './theme.ts';

/** The console behind the sign-in page, loaded only for signed-in users. */
const loadConsole = () => import('./console.tsx');
const Console = lazy(loadConsole);
const InvitationPage = lazy(() => import('./invitation/invitation-page.tsx'));
const AcknowledgePage = lazy(() => import('./acknowledge/acknowledge-page.tsx'));

type Area = 'sign-in' | 'reset' | 'invitation' | 'acknowledge' | 'console';

const isPublic = (path: string) => isAt(path, '/auth');

/** The area of the current address; an address that its visitor may not see is replaced by one that they may. */
const resolveArea = (): Area => {
  const { pathname, search } = window.location;
  if (isAt(pathname, ACKNOWLEDGE_PATH)) return 'acknowledge';
  // Also for a user who is signed in: the link may be another user's.
  if (pathname === INVITATION_PATH) return 'invitation';
  const signedIn = readSession() !== null;
  if (signedIn) {
    if (isPublic(pathname) || pathname === '/') window.history.replaceState(null, '', returnPath(search));
    return 'console';
  }
  if (pathname === RESET_PATH) return 'reset';
  if (!isPublic(pathname)) {
    window.history.replaceState(null, '', loginPath({ next: pathname + search }));
  } else if (pathname !== LOGIN_PATH) {
    window.history.replaceState(null, '', LOGIN_PATH);
  }
  return 'sign-in';
};

const Root = () => {
  const [area, setArea] = useState(resolveArea);
  useEffect(() => {
    if (area !== 'sign-in' && area !== 'reset') return;
    void removeDownloadFiles();
    const update = () => setArea(resolveArea());
    // A user who signed in meanwhile, in another tab or before Back to this page, is redirected to the console.
    const stop = onSessionOfOtherTab(update);
    window.addEventListener('pageshow', update);
    return () => {
      stop();
      window.removeEventListener('pageshow', update);
    };
  }, [area]);
  if (area === 'reset') return <ResetPage />;
  if (area === 'sign-in') {
    return <SignInPage onBegin={() => void loadConsole()} onSignedIn={() => setArea(resolveArea())} />;
  }
  const enter = () => {
    window.history.replaceState(null, '', returnPath(''));
    setArea(resolveArea());
  };
  return (
    <Suspense fallback={null}>
      {area === 'invitation' && <InvitationPage onSignedIn={enter} />}
      {area === 'acknowledge' && <AcknowledgePage />}
      {area === 'console' && <Console />}
    </Suspense>
  );
};

installTheme();
await loadLanguage(chosenLanguage());
createRoot(document.getElementById('root')!, { onUncaughtError: console.error }).render(
  <StrictMode>
    <Crashed>
      <Root />
    </Crashed>
  </StrictMode>,
);
