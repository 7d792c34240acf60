import type { Browser, Page } from 'playwright-core';

/** The processor of a phone, against that of this machine. */
const SLOWER_TIMES = 4;
const PATIENCE_MS = 120_000;

interface Load {
  readonly url: string;
  readonly path: string;
  /** The session in the browser's storage. */
  readonly session: string | null;
  /** A text by which the page is known to be usable. */
  readonly text: string;
}

/** Notes when a text is first on the page. */
const noteText = (wanted: string) => {
  const look = () => {
    if (document.body?.innerText.includes(wanted)) {
      Object.assign(window, { shownAt: performance.now() });
      return;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** Loads a page in a browser without anything cached, on a slowed processor. @returns ms until the text was there. */
export async function loadPage(browser: Browser, { url, path, session, text }: Load): Promise<number> {
  return withPage(browser, url, async (page) => {
    await page.addInitScript(
      (stored) => stored !== null && localStorage.setItem('DASHBOARD_USER', stored),
      session,
    );
    await page.addInitScript(noteText, text);
    const chromium = await page.context().newCDPSession(page);
    await chromium.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_TIMES });
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForFunction(() => 'shownAt' in window, undefined, { timeout: PATIENCE_MS });
    return page.evaluate(() => (window as unknown as { shownAt: number }).shownAt);
  });
}

/** The bytes of script on the wire that a page loads until it is idle. */
export async function scriptBytes(browser: Browser, url: string, path: string): Promise<number> {
  return withPage(browser, url, async (page) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    return page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry as PerformanceResourceTiming)
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
  });
}

/** Uses a page of a browser profile of its own, with an empty cache. */
export async function withPage<Result>(
  browser: Browser,
  baseURL: string,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    return await use(page);
  } finally {
    await context.close();
  }
}
