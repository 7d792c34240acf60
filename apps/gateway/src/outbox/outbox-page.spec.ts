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

describe('the outbox', () => {
  it('leads to the page of the console', async () => {
    const response = await fetch(`${base}/outbox`, { redirect: 'manual' });
    expect({ status: response.status, to: response.headers.get('location') }).toEqual({
      status: 302,
      to: '/dashboard/outbox',
    });
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
