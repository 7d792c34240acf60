import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { type Server, createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

/** Uses Node-RED's features (scripts, storage, a form), and tries the actions that the frame forbids. */
const EDITOR = `<!doctype html><html lang="en"><title>Flows</title><h1>Flows</h1><p></p>
<form action="deployed"><button>Deploy</button></form>
<button onclick="try { top.location = '/' } catch { this.textContent = 'It may not' }">Leave the frame</button>
<button onclick="this.textContent = window.open('/') === null ? 'None came' : 'It opened'">Open a window</button>
<script>
  localStorage.setItem('login', 'Signed in as flora');
  document.querySelector('p').textContent = localStorage.getItem('login');
</script>`;

describe('data routing', () => {
  const story = consoleStory();
  let admin: Steps;
  let page: Page;
  let url: URL;
  let editor: Server | undefined;
  let headers: Record<string, string> = {};

  const frame = () => page.frameLocator('iframe[title="Flow editor"]');
  const retry = () => page.getByRole('button', { name: 'Retry' }).click();

  beforeAll(async () => {
    const { api, product } = story.installation;
    url = new URL((await api.get<{ url: string }>('/dataRouting')).url);
    admin = await story.signedIn(product.addresses.adminEmail, product.addresses.adminPassword);
    ({ page } = admin);
  });
  afterAll(() => {
    editor?.closeAllConnections();
    editor?.close();
  });

  it('says that it gets no connection while the editor is not running', async () => {
    await page.getByRole('link', { name: 'Data Routing' }).click();
    await page.getByRole('heading', { name: 'Data Routing', level: 1 }).waitFor();
    await page.getByText(`Telemon gets no connection to ${url.href}`).waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('frames the editor once it runs, with its scripts, its storage and its forms', async () => {
    editor = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', ...headers });
      response.end(request.url!.startsWith('/red/deployed') ? '<h1>Deployed</h1>' : EDITOR);
    });
    await new Promise<void>((resolve) => editor!.listen(Number(url.port), url.hostname, resolve));
    await retry();
    await frame().getByText('Signed in as flora').waitFor();
    expect(await page.getByText('Telemon gets no connection').count()).toBe(0);
    await frame().getByRole('button', { name: 'Deploy' }).click();
    await frame().getByRole('heading', { name: 'Deployed' }).waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('keeps the editor in its frame', async () => {
    await page.reload();
    await frame().getByRole('button', { name: 'Leave the frame' }).click();
    await frame().getByRole('button', { name: 'It may not' }).waitFor();
    await frame().getByRole('button', { name: 'Open a window' }).click();
    await frame().getByRole('button', { name: 'None came' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/data-routing');
  });

  it('says that the editor refuses to be framed', async () => {
    headers = { 'x-frame-options': 'SAMEORIGIN' };
    await page.reload();
    await page.getByText('forbids other sites to frame it').waitFor();
    await until(() => page.frames().some((each) => each.url().startsWith('chrome-error:')), {
      what: 'a frame that the browser refuses',
    });
    headers = {};
    await retry();
    await frame().getByText('Signed in as flora').waitFor();
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
