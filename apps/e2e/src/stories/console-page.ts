import { until } from '@telemon/testing/waiting';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The properties that `openConsole` adds to the window of each page. */
export interface AddedToWindow {
  /** The status messages, kept because a busy machine may look after they have disappeared. */
  messages: string[];
  /** Whether a text has the colour of a token, such as `firing` for red. */
  hasColour: (text: Element, token: string) => boolean;
}

const keepMessages = () => {
  const messages: string[] = [];
  Object.assign(window, { messages });
  const messagesIn = (node: Node): Element[] => {
    if (!(node instanceof Element)) return [];
    const status = '[role=status], [role=alert]';
    return node.closest(status) ? [node] : [...node.querySelectorAll(status)];
  };
  const keep = ({ addedNodes }: MutationRecord) =>
    messages.push(...[...addedNodes].flatMap(messagesIn).map(({ textContent }) => textContent));
  new MutationObserver((changes) => changes.forEach(keep)).observe(document, {
    childList: true,
    subtree: true,
  });
};

const compareColours = () => {
  const hasColour = (text: Element, token: string) => {
    const sample = document.body.appendChild(document.createElement('i'));
    sample.style.color = `var(--${token})`;
    const same = getComputedStyle(sample).color === getComputedStyle(text).color;
    sample.remove();
    return same;
  };
  Object.assign(window, { hasColour });
};

/** A signed-out console in its own browser context, and the list of uncaught errors on its page. */
export const openConsole = async (
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; errors: string[] }> => {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 1440, height: 900 },
    // Without a graphics card, each frame of an animation takes the processor from the other tests.
    reducedMotion: 'reduce',
    ...options,
  });
  for (const script of [keepMessages, compareColours]) await context.addInitScript(script);
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

/** The rules whose outcome depends on colours. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** The violations that axe finds on the page in its current state, by all rules or by some. */
const violationsOf = async (page: Page, rules?: readonly string[]): Promise<Violation[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await AXE);
  // Without the passed rules, because listing them takes longer than checking them.
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  return page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
};

const inWords = ({ id, nodes }: Violation) =>
  `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`;

/** The serious and critical violations. */
export const seriousViolations = async (page: Page, rules?: readonly string[]): Promise<string[]> =>
  (await violationsOf(page, rules))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(inWords);

/** Whether the page has the theme, and no colour transition is running. */
const hasColoursOf = (page: Page, theme: string): Promise<boolean> =>
  page.evaluate(
    (wanted) =>
      document.documentElement.dataset.theme === wanted &&
      !document.getAnimations().some((animation) => animation instanceof CSSTransition),
    theme,
  );

/** The serious violations in light and in dark; a theme changes only colours, so dark is checked by the rules of colours alone. */
const violationsByTheme = async (page: Page): Promise<Record<'light' | 'dark', string[]>> => {
  const found = { light: [] as string[], dark: [] as string[] };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await until(() => hasColoursOf(page, colorScheme), { what: `the colours of ${colorScheme}` });
    found[colorScheme] = await seriousViolations(page, colorScheme === 'dark' ? RULES_OF_COLOURS : undefined);
  }
  return found;
};

/** For dialogs and other changes of a page: the serious violations at the present width, in light and dark. */
export const seriousViolationsInBothThemes = async (page: Page): Promise<Record<string, string[]>> => {
  const found = Object.entries(await violationsByTheme(page));
  return Object.fromEntries(found.filter(([, violations]) => violations.length > 0));
};

/** For each route: the serious violations at desktop, small desktop and phone width, in light and dark, by look. */
export const seriousViolationsInAnyLook = async (page: Page): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const width of [1440, 960, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [theme, violations] of Object.entries(await violationsByTheme(page))) {
      if (violations.length > 0) found[`${width} ${theme}`] = violations;
    }
  }
  return found;
};

/** The violations of `landmark-unique`: landmarks with the same name. */
export const landmarksOfOneName = async (page: Page): Promise<string[]> =>
  (await violationsOf(page)).filter(({ id }) => id === 'landmark-unique').map(inWords);
