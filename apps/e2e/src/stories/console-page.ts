import { until } from '@telemon/testing/waiting';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** What keeps Chromium from looking for hosts that a test machine cannot reach. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: QUIET });

/** Keeps what a page says in passing, as it may be gone before a busy machine looks: in `said`, until somebody heard it. */
const keepWhatIsSaid = () => {
  const said: string[] = [];
  Object.assign(window, { said });
  const saying = (node: Node): Element[] => {
    if (!(node instanceof Element)) return [];
    return node.closest('[role=status]') ? [node] : [...node.querySelectorAll('[role=status]')];
  };
  const keep = ({ addedNodes }: MutationRecord) =>
    said.push(...[...addedNodes].flatMap(saying).map(({ textContent }) => textContent));
  new MutationObserver((changes) => changes.forEach(keep)).observe(document, {
    childList: true,
    subtree: true,
  });
};

/** A console of its own, signed out; what the page reports as an error is kept beside it. */
export const openConsole = async (
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; errors: string[] }> => {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  await context.addInitScript(keepWhatIsSaid);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return { page, errors };
};

export const signIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.goto('/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/dashboard/home');
};

interface Violation {
  id: string;
  impact: string;
  nodes: { target: string[] }[];
}

const AXE = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page as it stands. */
const violationsOf = async (page: Page): Promise<Violation[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await AXE);
  // Rules that hold are left out of the answer: to list them takes longer than to try them.
  return page.evaluate<Violation[]>(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
};

const inWords = ({ id, nodes }: Violation) =>
  `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`;

/** Of that, what is serious or critical. */
export const seriousViolations = async (page: Page): Promise<string[]> =>
  (await violationsOf(page))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(inWords);

/** Whether the page has the theme, and no colour is still on its way to another. */
const hasColoursOf = (page: Page, theme: string): Promise<boolean> =>
  page.evaluate(
    (wanted) =>
      document.documentElement.dataset.theme === wanted &&
      !document.getAnimations().some((animation) => animation instanceof CSSTransition),
    theme,
  );

/** The same on a desk, a small desk and a phone, light and dark, by where there are any. */
export const seriousViolationsInAnyLook = async (page: Page): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const width of [1440, 960, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await until(() => hasColoursOf(page, colorScheme), { what: `the colours of ${colorScheme}` });
      const violations = await seriousViolations(page);
      if (violations.length > 0) found[`${width} ${colorScheme}`] = violations;
    }
  }
  return found;
};

/** Of that, parts of the page that are announced by the same name. */
export const landmarksOfOneName = async (page: Page): Promise<string[]> =>
  (await violationsOf(page)).filter(({ id }) => id === 'landmark-unique').map(inWords);
