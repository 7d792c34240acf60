import { lazy, useState, type ComponentType } from 'react';

/** The pauses before a part is asked for again, the last one as often as it takes. */
const PAUSES_MS = [500, 2_000, 5_000];
/** A page that was loaded anew this lately is not loaded anew for another lost part: that would never end. */
const ENOUGH_MS = 60_000;
const RELOADED_AT = 'telemon.reloadedAt';

export interface Surroundings {
  /** Ends early when the browser has a network again. */
  pause: (ms: number) => Promise<void>;
  /** Whether the gateway answers: without it, a page that is loaded anew would be lost. */
  isReachable: () => Promise<boolean>;
  reload: () => void;
}

const browser: Surroundings = {
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

const wasReloadedLately = () => Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < ENOUGH_MS;

/**
 * Loads a part, again and again while the network is away. A part that cannot be had although the gateway answers is of
 * an older version of the console, or the browser remembers its failure: then the whole page is loaded anew, once.
 */
export const loadPart = async <Part,>(
  load: () => Promise<Part>,
  { pause, isReachable, reload }: Surroundings = browser,
): Promise<Part> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (tries >= PAUSES_MS.length && (await isReachable())) {
        if (wasReloadedLately()) throw error;
        sessionStorage.setItem(RELOADED_AT, String(Date.now()));
        reload();
      }
      await pause(PAUSES_MS[tries] ?? PAUSES_MS.at(-1)!);
    }
  }
};

/** Style sheets that could not be had. The bundler's own loader asks for each of them only once. */
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

const fetches = new WeakMap<object, () => Promise<unknown>>();

/**
 * React's `lazy` for a part of the console that a lost network may withhold. A part that is there already is drawn at once: React would
 * draw its place first, and then wait for a third of a second.
 */
export const lazyPart = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) => {
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
    // Another component in its place would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => fetched ?? Lazy);
    return <Shown {...props} />;
  };
  fetches.set(Part, fetchIt);
  return Part;
};

/** Fetches a part made by `lazyPart` before it is drawn, however long that takes. */
export const fetchPart = async (part: object): Promise<void> => void (await fetches.get(part)?.());
