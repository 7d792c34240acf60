import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROUTES } from '@telemon/contracts/routes';
import { launchChromium } from '@telemon/testing/chromium';
import { TokenKeys } from '@telemon/testing/tokens';
import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { GatewayVariables } from '../config.ts';
import { createHttpServer } from '../http/http-server.ts';
import { ApiPages } from './api-pages.ts';

const COLOUR_SCHEMES = ['light', 'dark'] as const;
type ColourScheme = (typeof COLOUR_SCHEMES)[number];

/** Higher than the page: of a hundred calls or more, Swagger UI renders only the visible ones. */
const HEIGHT = 30_000;

interface Violation {
  id: string;
  impact: string;
  nodes: { target: string[] }[];
}

let server: FastifyInstance;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const config = GatewayVariables.parse({
    HEALTH_PORT: '1',
    NATS_URL: 'nats://127.0.0.1:1',
    REDIS_URL: 'redis://127.0.0.1:1',
    TOKEN_PUBLIC_KEY: new TokenKeys().publicVariable,
  });
  server = await createHttpServer(config);
  await new ApiPages(ROUTES).register(server);
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 1440, height: HEIGHT } });
  page.setDefaultTimeout(60_000);
  await page.goto(`${url}/docs`);
  await page.locator('.opblock').first().waitFor();
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Shows the page in the colours of the scheme, and waits for the end of their transitions. */
const showIn = async (colorScheme: ColourScheme): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (isDark) =>
      document.documentElement.classList.contains('dark-mode') === isDark &&
      !document.getAnimations().some((animation) => animation instanceof CSSTransition),
    colorScheme === 'dark',
  );
};

/** The colour scheme changes only colours, so dark is checked by the rules of colours alone. */
const rulesIn: Record<ColourScheme, object> = {
  light: {},
  dark: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
};

const seriousViolations = async (within: string, colorScheme: ColourScheme): Promise<string[]> => {
  const options = JSON.stringify({ resultTypes: ['violations'], ...rulesIn[colorScheme] });
  const violations = await page.evaluate<Violation[]>(
    `axe.run('${within}', ${options}).then(({ violations }) => violations)`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};

const seriousViolationsByLook = async (within: string): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const width of [1440, 960, 390]) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const colorScheme of COLOUR_SCHEMES) {
      await showIn(colorScheme);
      const violations = await seriousViolations(within, colorScheme);
      if (violations.length > 0) found[`${width} ${colorScheme}`] = violations;
    }
  }
  return found;
};

const call = (method: 'get' | 'post', path: string) =>
  page.locator(`.opblock-${method}:has([data-path="${path}"])`);

describe('the API page', () => {
  it('has no serious accessibility violation with its calls folded, at any width, in light and dark', async () => {
    expect(await seriousViolationsByLook('html')).toEqual({});
  });

  it('is dark where the system is dark', async () => {
    await showIn('dark');
    const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(background).toBe('rgb(28, 32, 34)');
  });

  it('has none either while calls are tried and their schemas are unfolded', async () => {
    // One call has a list of values to choose from, the other a body.
    for (const tried of [call('get', '/v1/device'), call('post', '/v1/alert')]) {
      await tried.locator('.opblock-summary-control').click();
      await tried.getByRole('button', { name: 'Try it out' }).click();
      await tried.getByRole('button', { name: 'Execute' }).click();
      await tried.locator('.live-responses-table').waitFor();
      const answer = tried.locator('.response[data-code="200"]');
      await answer.getByRole('tab', { name: 'Schema' }).click();
      await answer.getByRole('button', { name: 'Expand all' }).first().click();
    }
    expect(await seriousViolationsByLook('.opblock.is-open')).toEqual({});
  });
});
