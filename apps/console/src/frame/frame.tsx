import { Suspense, memo, useCallback, useEffect, useState, type ReactNode } from 'react';
import { Layout } from 'react-admin';
import { useLocation, useNavigationType } from 'react-router';
import { LiveProvider } from '../live/live-provider.tsx';
import { Bar, PaletteContext } from './bar.tsx';
import { Crashed } from './crashed.tsx';
import { DiskNotice } from './disk-notice.tsx';
import { ExportsOfTab } from './exports-of-tab.tsx';
import { FiringNotice } from './firing-notice.tsx';
import { Loader } from './loader.tsx';
import { NoticesProvider } from './notices.tsx';
import { PAGES, pageAt, type Page } from '../data/pages.ts';
import { ThingContext, usePageTitle } from './page-title.ts';
import { SideMenu } from './side-menu.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { useTab } from './use-tab.ts';
import { useVisits } from '../kit/close-to.ts';
import { lazyAside } from '../kit/lazy-part.tsx';
import { PartToCome } from '../kit/part-to-come.tsx';

const Palette = lazyAside(() => import('./palette.tsx'));
const KeysDialog = lazyAside(() => import('./keys-dialog.tsx'));

/**
 * React-admin renders its layout again whenever a resource is registered. Neither the bar nor the menu depends on the resources
 * or on the layout's props.
 */
const MemoBar = memo(Bar, () => true);
const MemoMenu = memo(SideMenu, () => true);

/** Scrolls to the top of each new page. */
const useScrollToTop = () => {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const page = pageAt(pathname);
  useEffect(() => {
    if (navigationType !== 'POP') window.scrollTo(0, 0);
    // A dialog over a page has its own address; opening it must not scroll the page below.
  }, [page]);
};

/** The parts around the pages, inside the live stream. */
const FrameContent = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation();
  const page = pageAt(pathname);
  const { isBare = false }: Partial<Page> = page === null ? {} : PAGES[page];
  const pageTitle = usePageTitle();
  const [thing, setThing] = useState<string>();
  const [overlay, setOverlay] = useState<'palette' | 'keys' | null>(null);
  const openPalette = useCallback(() => setOverlay('palette'), []);
  useTab(thing ?? pageTitle);
  useScrollToTop();
  useVisits();
  useShortcuts({ onPalette: openPalette, onKeys: () => setOverlay('keys') });
  return (
    <NoticesProvider>
      <PaletteContext value={openPalette}>
        <ThingContext value={setThing}>
          <Layout className={isBare ? 'bare' : undefined} appBar={MemoBar} sidebar={MemoMenu}>
            <DiskNotice />
            <Crashed at={pathname}>
              <Suspense fallback={<PartToCome />}>{children}</Suspense>
            </Crashed>
          </Layout>
        </ThingContext>
      </PaletteContext>
      <FiringNotice />
      <ExportsOfTab />
      <Loader />
      {overlay === 'palette' && <Palette onClose={() => setOverlay(null)} />}
      {overlay === 'keys' && <KeysDialog onClose={() => setOverlay(null)} />}
    </NoticesProvider>
  );
};

/** Wraps every page behind the sign-in: react-admin's layout with bar, menu, notices and palette. */
export const Frame = ({ children }: { children: ReactNode }) => (
  <LiveProvider>
    <FrameContent>{children}</FrameContent>
  </LiveProvider>
);
