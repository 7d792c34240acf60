import { Suspense, memo, useCallback, useEffect, useState, type ReactNode } from 'react';
import { Layout } from 'react-admin';
import { useLocation, useNavigationType } from 'react-router';
import { LiveProvider } from '../live/live-provider.tsx';
import { Bar, PaletteContext } from './bar.tsx';
import { Crashed } from './crashed.tsx';
import { DiskNotice } from './disk-notice.tsx';
import { FiringNotice } from './firing-notice.tsx';
import { Loader } from './loader.tsx';
import { NoticesProvider } from './notices.tsx';
import { PAGES, pageAt, type Page } from '../data/pages.ts';
import { ThingContext, usePageTitle } from './page-title.ts';
import { SideMenu } from './side-menu.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { useTab } from './use-tab.ts';
import { lazyPart } from '../kit/lazy-part.tsx';

const Palette = lazyPart(() => import('./palette.tsx'));
const KeysDialog = lazyPart(() => import('./keys-dialog.tsx'));

/**
 * React-admin draws its layout anew with each registration of its resources. Neither the bar nor the menu depends on that, nor on
 * what the layout gives them.
 */
const SteadyBar = memo(Bar, () => true);
const SteadyMenu = memo(SideMenu, () => true);

/** Begins each new page at its top. */
const useArrival = () => {
  const { pathname } = useLocation();
  const way = useNavigationType();
  const page = pageAt(pathname);
  useEffect(() => {
    if (way !== 'POP') window.scrollTo(0, 0);
    // A dialog over a page has an address of its own; opening it must not move the page below it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [page]);
};

/** The parts that stand still while the pages change, inside the live stream. */
const Surroundings = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation();
  const page = pageAt(pathname);
  const { isBare = false }: Partial<Page> = page === null ? {} : PAGES[page];
  const pageTitle = usePageTitle();
  const [thing, setThing] = useState<string>();
  const [overlay, setOverlay] = useState<'palette' | 'keys' | null>(null);
  const openPalette = useCallback(() => setOverlay('palette'), []);
  useTab(thing ?? pageTitle);
  useArrival();
  useShortcuts({ onPalette: openPalette, onKeys: () => setOverlay('keys') });
  return (
    <NoticesProvider>
      <PaletteContext value={openPalette}>
        <ThingContext value={setThing}>
          <Layout className={isBare ? 'bare' : undefined} appBar={SteadyBar} sidebar={SteadyMenu}>
            <DiskNotice />
            <Crashed at={pathname}>{children}</Crashed>
          </Layout>
        </ThingContext>
      </PaletteContext>
      <FiringNotice />
      <Loader />
      <Suspense fallback={null}>
        {overlay === 'palette' && <Palette onClose={() => setOverlay(null)} />}
        {overlay === 'keys' && <KeysDialog onClose={() => setOverlay(null)} />}
      </Suspense>
    </NoticesProvider>
  );
};

/** Around every page behind the sign-in: react-admin's layout with the bar, the menu, the notices and the palette. */
export const Frame = ({ children }: { children: ReactNode }) => (
  <LiveProvider>
    <Surroundings>{children}</Surroundings>
  </LiveProvider>
);
