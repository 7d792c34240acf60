import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { launchChromium } from '@telemon/testing/chromium';
import { until } from '@telemon/testing/waiting';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { type Installation, useInstallation } from '../installation.ts';
import { openConsole, signIn } from '../stories/console-page.ts';

let installation: Installation;
let browser: Browser;
let page: Page;
let url: string;
/** A foreign site: another origin for the browser. */
let evil: Server;
let evilUrl: string;

/** The violations of the content security policy that the browser reported. */
const violations: string[] = [];
const keepViolations = `addEventListener('securitypolicyviolation', (event) =>
  console.warn('violation', event.effectiveDirective, event.blockedURI))`;

beforeAll(async () => {
  installation = await useInstallation();
  const { addresses } = installation.product;
  url = addresses.url;
  evil = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Evil</title><body>');
  });
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  evilUrl = `http://127.0.0.1:${(evil.address() as AddressInfo).port}/`;
  browser = await launchChromium();
  ({ page } = await openConsole(browser, url));
  await page.addInitScript(keepViolations);
  page.on('console', (message) => {
    if (message.text().startsWith('violation')) violations.push(message.text());
  });
  await signIn(page, addresses.adminEmail, addresses.adminPassword);
}, 240_000);
beforeEach(() => {
  violations.length = 0;
});
afterAll(async () => {
  await browser?.close();
  evil?.close();
  await installation?.stop();
});

describe('the pages', () => {
  it.each([
    ['/dashboard/home', 'main'],
    ['/dashboard/device', 'main'],
    ['/dashboard/users', 'main'],
    ['/docs', '.swagger-ui .opblock'],
    ['/outbox', 'main'],
  ])('load without a violation of their policy: %s', async (path, shows) => {
    await page.goto(path);
    await page.locator(shows).first().waitFor();
    expect(violations).toEqual([]);
  });

  it.each([
    [
      'a handler',
      `document.body.insertAdjacentHTML('beforeend', '<img src="/none.png" onerror="window.hacked = 1">')`,
    ],
    [
      'a script in the page',
      `document.body.append(Object.assign(document.createElement('script'), { text: 'window.hacked = 1' }))`,
    ],
    [
      'a script of another site',
      `document.body.append(Object.assign(document.createElement('script'), { src: 'http://127.0.0.1:9/x.js' }))`,
    ],
    [
      'a frame of another site',
      `document.body.insertAdjacentHTML('beforeend', '<iframe src="http://127.0.0.1:9/">')`,
    ],
    ['a call to another site', `fetch('http://127.0.0.1:9/').catch(() => null)`],
    [
      'a base address for all further scripts',
      `document.head.insertAdjacentHTML('beforeend', '<base href="http://127.0.0.1:9/">')`,
    ],
  ])('do not run injected content: %s', async (_, attack) => {
    await page.goto('/dashboard/home');
    await page.locator('main').first().waitFor();
    await page.evaluate(`{ ${attack} }`);
    await until(() => violations.length > 0, { what: 'a violation that the browser reports' });
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });
});

describe('a page of another site, in a browser with a session', () => {
  const onEvil = <Answer>(script: string): Promise<Answer> =>
    page.evaluate<Answer>(`(async () => { ${script} })()`);

  it('reads no answer, not even one that needs no token', async () => {
    await page.goto(evilUrl);
    for (const path of ['/v1/location/all', '/v1/openapi.json', '/health/ready', '/']) {
      const read = await onEvil<string>(
        `return fetch('${url}${path}').then((response) => response.text(), () => 'refused')`,
      );
      expect({ path, read }).toEqual({ path, read: 'refused' });
    }
  });

  it('cannot show our pages in a frame', async () => {
    await page.goto(evilUrl);
    await page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<iframe src="${url}/dashboard/home">')`,
    );
    await until(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:')), {
      what: 'a frame that the browser refuses',
    });
  });

  it('neither renews nor ends the session', async () => {
    await page.goto(evilUrl);
    for (const path of ['/v1/user/refresh', '/v1/user/logout']) {
      for (const mode of ['no-cors', 'cors']) {
        await onEvil(
          `await fetch('${url}${path}', { method: 'POST', credentials: 'include', mode: '${mode}' }).catch(() => null)`,
        );
      }
    }
    await page.evaluate(`{
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '${url}/v1/user/logout' });
      document.body.append(form);
      form.submit();
    }`);
    await page.waitForURL(`${url}/**`);
    expect(await page.textContent('body')).toContain('"error":true');
    await page.goto('/dashboard/home');
    await page.locator('main').first().waitFor();
    const status = await page.evaluate<number>(
      `fetch('/v1/user/refresh', { method: 'POST' }).then((response) => response.status)`,
    );
    expect(status).toBe(200);
  });
});
