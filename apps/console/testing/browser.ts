/** The parts of a browser that the console uses and jsdom lacks, as far as a component without layout needs them. */

const WIDTH_OF_DESK = 1440;

const isWithin = (query: string): boolean => {
  const [, bound, pixels] = /\((min|max)-width: ?([\d.]+)px\)/.exec(query) ?? [];
  if (bound === undefined) return false;
  return bound === 'min' ? window.innerWidth >= Number(pixels) : window.innerWidth <= Number(pixels);
};

/** A query by width, which changes with the window; any other holds for none. */
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

/** Nothing has a size here, so none changes. */
class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Draws no tile. */
class IdleWorker {
  postMessage() {}
  terminate() {}
  addEventListener() {}
}

/** A Request for the router: Node's own refuses the AbortSignal of jsdom. */
class RequestOfRouter {
  readonly method = 'GET';
  readonly url: string;
  readonly signal: AbortSignal | null;

  constructor(url: string | URL, { signal = null }: RequestInit = {}) {
    this.url = String(url);
    this.signal = signal;
  }
}

/** There is one tab, so that a lock is always free. */
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

/** As in a browser, what cannot be seen takes no focus: such as a field in a menu that is kept while it is closed. */
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

/** Gives the window a width, as by dragging its edge. */
export const widenTo = (width: number): void => {
  window.innerWidth = width;
  window.dispatchEvent(new Event('resize'));
};

window.innerWidth = WIDTH_OF_DESK;
