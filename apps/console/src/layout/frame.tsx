import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import Drawer from '@mui/material/Drawer';
import { useLocation, useNavigationType } from 'react-router';
import { useMediaQuery } from './use-media-query.ts';
import { SHAPE } from '../theme.ts';
import { useText } from '../texts/use-text.ts';
import { Loader } from './loader.tsx';
import { PAGES, pageAt, type Page } from './pages.ts';
import { Sidebar } from './sidebar.tsx';
import { Toasts, ToastsProvider } from './toasts.tsx';
import { TopBar } from './top-bar.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import styles from './frame.module.css';

const Palette = lazy(() => import('./palette.tsx'));
const KeysDialog = lazy(() => import('./keys-dialog.tsx'));

/** The page's name in the tab, and the top of the page where an address is new. */
const useArrival = (title: string | null) => {
  const { pathname } = useLocation();
  const way = useNavigationType();
  const page = pageAt(pathname);
  const text = useText();
  useEffect(() => {
    document.title = title === null ? text('product') : `${title} · ${text('product')}`;
  }, [title, text]);
  useEffect(() => {
    if (way !== 'POP') window.scrollTo(0, 0);
    // Dialogs over a page have addresses of their own; opening one must not move the page below it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [page]);
};

/** The shell of every page behind the sign-in: sidebar, top bar, toasts, loader, palette. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const text = useText();
  const { pathname } = useLocation();
  const page = pageAt(pathname);
  const { title: titleKey, isBare = false }: Partial<Page> = page === null ? {} : PAGES[page];
  const title = titleKey === undefined ? null : text(titleKey);
  const isDesk = useMediaQuery(`(min-width: ${SHAPE.desk}px)`);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [overlay, setOverlay] = useState<'palette' | 'keys' | null>(null);
  useArrival(title);
  useShortcuts({ onPalette: () => setOverlay('palette'), onKeys: () => setOverlay('keys') });

  useEffect(() => setDrawerOpen(false), [pathname, isDesk]);

  return (
    <ToastsProvider>
      <a className={styles.skip} href="#content">
        {text('frame.skip')}
      </a>
      <div className={styles.frame}>
        {isDesk ? (
          <div className={styles.sidebar}>
            <Sidebar />
          </div>
        ) : (
          <Drawer
            open={drawerOpen}
            onClose={() => setDrawerOpen(false)}
            slotProps={{ paper: { className: styles.drawer! } }}
          >
            <Sidebar />
          </Drawer>
        )}
        <div className={styles.page}>
          <TopBar
            title={title ?? text('product')}
            isDesk={isDesk}
            onMenu={() => setDrawerOpen(true)}
            onPalette={() => setOverlay('palette')}
          />
          <main id="content" className={`${styles.content} ${isBare ? styles.bare : ''}`} tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      <Loader />
      <Toasts />
      <Suspense fallback={null}>
        {overlay === 'palette' && <Palette onClose={() => setOverlay(null)} />}
        {overlay === 'keys' && <KeysDialog onClose={() => setOverlay(null)} />}
      </Suspense>
    </ToastsProvider>
  );
};
