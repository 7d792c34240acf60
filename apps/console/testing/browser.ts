/** Browser APIs that jsdom lacks, as far as the console needs them without layout. */

const WIDTH_OF_DESK = 1440;

const isWithin = (query: string): boolean => {
  const [, bound, pixels] = /\((min|max)-width: ?([\d.]+)px\)/.exec(query) ?? [];
  if (bound === undefined) return false;
  return bound === 'min' ? window.innerWidth >= Number(pixels) : window.innerWidth <= Number(pixels);
};

/** Supports width queries, which follow the window; other queries never match. */
const matchMedia = (query: string) => ({
  media: query,
  get matches() {
    return isWithin(query);
  },
  addEventListener: (_: string, listener: () => void) => window.addEventListener('resize', listener),
  removeEventListener: (_: string, listener: () => void) => window.removeEventListener('resize', listener),
  addListener: (listener: () => void) => window.addEventListener('resize', listener),
  removeListener: (listener: () => void) => window.removeEventListener('resize', listener),
});

/** Elements have no size here. */
class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

class IdleWorker {
  postMessage() {}
  terminate() {}
  addEventListener() {}
}

/** A Request for the router: Node's own rejects jsdom's AbortSignal. */
class RequestOfRouter {
  readonly method = 'GET';
  readonly url: string;
  readonly signal: AbortSignal | null;

  constructor(url: string | URL, { signal = null }: RequestInit = {}) {
    this.url = String(url);
    this.signal = signal;
  }
}

/** There is one tab, so locks are always free. */
const locks = { request: <T>(_: string, work: () => T) => work() };

Object.assign(window, {
  matchMedia,
  ResizeObserver: NoResizes,
  Worker: IdleWorker,
  Request: RequestOfRouter,
  scrollTo: () => {},
});
Object.defineProperty(navigator, 'locks', { value: locks });
Object.assign(document, { fonts: { load: async () => [] } });
HTMLCanvasElement.prototype.getContext = () => null;
Element.prototype.scrollIntoView = () => {};

/** As in a browser, hidden elements cannot be focused, such as fields in a closed menu that stays mounted. */
const focus = HTMLElement.prototype.focus;
HTMLElement.prototype.focus = function (options) {
  if (getComputedStyle(this).visibility !== 'hidden') focus.call(this, options);
};

/** Takes the files that the console hands to the browser to be saved, by their names. */
export const savedFiles = (): Map<string, Blob> => {
  const saved = new Map<string, Blob>();
  let latest: Blob;
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      latest = blob;
      return 'blob:file';
    },
    revokeObjectURL: () => {},
  });
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (this.download) saved.set(this.download, latest);
  };
  return saved;
};

/** Resizes the window. */
export const widenTo = (width: number): void => {
  window.innerWidth = width;
  window.dispatchEvent(new Event('resize'));
};

window.innerWidth = WIDTH_OF_DESK;
