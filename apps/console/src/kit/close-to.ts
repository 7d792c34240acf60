import { useEffect } from 'react';
import { useLocation, useNavigate, type Path } from 'react-router';

type Address = Pick<Path, 'pathname' | 'search'>;

/** The addresses in the tab's history since the page was loaded, by their place. */
const visited = new Map<number, Address>();

/** The router numbers the entries of the history. */
const presentPlace = (): number => Number((window.history.state as { idx?: number } | null)?.idx ?? 0);

const isSame = (one: Address, other: Address): boolean =>
  one.pathname === other.pathname &&
  new URLSearchParams(one.search).toString() === new URLSearchParams(other.search).toString();

/** Remembers each address, for the dialogs that will be closed. */
export const useVisits = (): void => {
  const { pathname, search } = useLocation();
  useEffect(() => {
    visited.set(presentPlace(), { pathname, search });
  }, [pathname, search]);
};

/** The browser goes back a moment later; a second Escape until then must not go back further. */
const GOES_BACK_WITHIN_MS = 1_000;
let wentBackAt = 0;

/** How many entries back a page stands, with nothing in between but its dialogs; null if it doesn't. */
const stepsTo = (page: Address): number | null => {
  for (let place = presentPlace() - 1; ; place -= 1) {
    const entry = visited.get(place);
    if (entry === undefined) return null;
    if (isSame(entry, page)) return presentPlace() - place;
    if (entry.pathname !== page.pathname && !entry.pathname.startsWith(`${page.pathname}/`)) return null;
  }
};

/**
 * Closes a dialog that has an address: goes back to the page from which it was opened, or else puts the page in its place. A new
 * entry would let the browser's Back open the dialog again.
 */
export const useCloseTo = () => {
  const navigate = useNavigate();
  return (page: Address): void => {
    if (Date.now() - wentBackAt < GOES_BACK_WITHIN_MS) return;
    const steps = stepsTo(page);
    if (steps === null) return void navigate(page, { replace: true });
    wentBackAt = Date.now();
    window.addEventListener('popstate', () => (wentBackAt = 0), { once: true });
    void navigate(-steps);
  };
};
