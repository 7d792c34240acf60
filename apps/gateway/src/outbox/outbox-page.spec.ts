import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GivenGateway, givenGateway } from '../../testing/given-gateway.ts';

let outbox: Server;
let gateway: GivenGateway;
let base: string;

beforeAll(async () => {
  outbox = createServer((request, response) => {
    if (request.url !== '/attachments/known') return response.writeHead(404).end('not here');
    return response
      .writeHead(200, {
        'content-type': 'text/html',
        'content-disposition': "attachment; filename*=UTF-8''a.html",
        'set-cookie': 'a=b',
      })
      .end('<script>alert(1)</script>');
  });
  await new Promise<void>((resolve) => outbox.listen(0, '127.0.0.1', resolve));
  const { port } = outbox.address() as AddressInfo;
  gateway = await givenGateway({ settings: { OUTBOX_URL: `http://127.0.0.1:${port}` } });
  base = gateway.url;
});
afterAll(async () => {
  await gateway.stop();
  outbox.close();
});

describe('the outbox’s page', () => {
  it('loads only files of the gateway, and has no inline script', async () => {
    const response = await fetch(`${base}/outbox`);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
    const page = await response.text();
    const sources = [...page.matchAll(/(?:src|href)="(\/(?:outbox|docs)[^"]+)"/g)].map(
      ([, source]) => source!,
    );
    expect(sources).toEqual(expect.arrayContaining(['/outbox/theme.css', '/outbox/outbox.js']));
    for (const source of [...sources, '/outbox/api.js', '/outbox/message.js']) {
      expect({ source, status: (await fetch(`${base}${source}`)).status }).toEqual({ source, status: 200 });
    }
    expect(page).not.toMatch(/<script>|<style>| style="| onclick=/);
    expect(page).toContain('sandbox=""');
  });

  it('serves attachments as sandboxed downloads', async () => {
    const response = await fetch(`${base}/outbox/attachments/known`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('<script>alert(1)</script>');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''a.html",
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('serves no other file, and no other path of the outbox', async () => {
    for (const path of [
      '/outbox/attachments/unknown',
      '/outbox/attachments/..%2fhealth',
      '/outbox/nothing.js',
    ]) {
      const response = await fetch(`${base}${path}`);
      expect({ path, status: response.status }).toEqual({ path, status: 404 });
      expect(await response.json()).toMatchObject({ error: true });
    }
  });

  it('answers 503 when the outbox is down', async () => {
    await new Promise((resolve) => {
      outbox.close(resolve);
      outbox.closeAllConnections();
    });
    const response = await fetch(`${base}/outbox/attachments/known`);
    expect({ status: response.status, retryAfter: response.headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '3',
    });
  });
});
