import { Suspense, lazy, useState, useSyncExternalStore, type ComponentType } from 'react';
import { makeListeners } from '../data/listeners.ts';

/** Pauses between retries; the last one repeats. */
const PAUSES_MS = [500, 2_000, 5_000];
/** After a reload, no other failed chunk reloads the page for this long; otherwise it could reload endlessly. */
const RELOAD_ONCE_IN_MS = 60_000;
const RELOADED_AT = 'telemon.reloadedAt';

interface Environment {
  /** Ends early when the browser is online again. */
  pause: (ms: number) => Promise<void>;
  /** Whether the gateway responds: without it, a reload would lose the page. */
  isReachable: () => Promise<boolean>;
  reload: () => void;
}

const browser: Environment = {
  pause: (ms) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        window.removeEventListener('online', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      window.addEventListener('online', done);
    }),
  isReachable: () =>
    fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    ),
  reload: () => window.location.reload(),
};

/** The chunks whose last try failed. */
const failing = new Set<unknown>();
const listeners = makeListeners();

const setFailing = (load: unknown, isFailing: boolean) => {
  if (isFailing) failing.add(load);
  else failing.delete(load);
  listeners.notify();
};

/** Whether a part of the page cannot be loaded now; it is tried again by itself. */
export const useIsPartFailing = (): boolean =>
  useSyncExternalStore(listeners.subscribe, () => failing.size > 0);

const wasReloadedLately = () => Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_ONCE_IN_MS;

/**
 * Loads a chunk, with retries while the network is down. If a chunk fails although the gateway responds, it belongs to an older
 * version of the console, or the browser has cached the failure: then the page is reloaded, once.
 */
export const loadPart = async <Part,>(
  load: () => Promise<Part>,
  { pause, isReachable, reload }: Environment = browser,
): Promise<Part> => {
  for (let tries = 0; ; tries += 1) {
    try {
      const part = await load();
      setFailing(load, false);
      return part;
    } catch (error) {
      setFailing(load, true);
      if (tries >= PAUSES_MS.length && (await isReachable())) {
        if (wasReloadedLately()) throw error;
        sessionStorage.setItem(RELOADED_AT, String(Date.now()));
        reload();
      }
      await pause(PAUSES_MS[tries] ?? PAUSES_MS.at(-1)!);
    }
  }
};

/** Style sheets that failed to load. The bundler's loader requests each only once. */
const lostStyles = new Set<HTMLLinkElement>();
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
  },
  true,
);

const loadLostStyles = () =>
  Promise.all(
    [...lostStyles].map((link) => {
      const again = link.cloneNode() as HTMLLinkElement;
      lostStyles.delete(link);
      return new Promise((resolve, reject) => {
        again.addEventListener('load', resolve);
        again.addEventListener('error', reject);
        link.replaceWith(again);
      });
    }),
  );

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const fetches = new WeakMap<object, () => Promise<unknown>>();

/**
 * React's `lazy` with retries. A chunk that is already loaded is rendered at once: React would render the fallback first and then
 * wait for a third of a second.
 */
export const lazyPart = <Props extends object>(load: Load<Props>) => {
  let fetched: ComponentType<Props> | undefined;
  const fetchIt = () =>
    loadPart(async () => {
      await loadLostStyles();
      const part = await load();
      fetched = part.default;
      return part;
    });
  const Lazy = lazy(fetchIt);
  const Part = (props: Props) => {
    // Replacing the component would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => fetched ?? Lazy);
    return <Shown {...props} />;
  };
  fetches.set(Part, fetchIt);
  return Part;
};

/** The same for a part in whose place nothing is shown until it is loaded. */
export const lazyAside = <Props extends object>(load: Load<Props>) => {
  const Part = lazyPart(load);
  return (props: Props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
};

/** Preloads a component made by `lazyPart`; retries as long as necessary. */
export const fetchPart = async (part: object): Promise<void> => void (await fetches.get(part)?.());
