import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { UploadedPlan } from '@telemon/contracts/devices/floors';
import { formWith } from '@telemon/testing/api-client';
import { launchChromium } from '@telemon/testing/chromium';
import { hostileDrawings } from '@telemon/testing/hostile-drawings';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { type Installation, useInstallation } from '../installation.ts';

let installation: Installation;
let canary: Server;
let browser: Browser;
/** The requests to the canary. */
const requests: string[] = [];
let drawings: Record<string, string>;

beforeAll(async () => {
  installation = await useInstallation();
  browser = await launchChromium();
  canary = createServer((request, response) => {
    requests.push(request.url!);
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
  // Proves that the canary records requests.
  await fetch(`${address}/here`);
  expect(requests.splice(0)).toEqual(['/here']);
  drawings = hostileDrawings(address);
});
afterAll(async () => {
  await browser.close();
  canary.close();
  await installation.stop();
});

// The spec of the reader tests all hostile drawings.
it.each(['script', 'image', '@import'])(
  'a hostile drawing is kept harmless, and served under a policy that stops scripts and requests: %s',
  async (name) => {
    const { api, product } = installation;
    const file = new File([drawings[name]!], 'plan.svg');
    const { body } = await api.send<UploadedPlan>('POST', '/floor/upload', formWith('floormap', file));
    const address = `${product.addresses.url}${body.data!.mapUrl}`;
    const page = await browser.newPage();
    const response = await page.goto(address, { waitUntil: 'networkidle' });
    expect(response!.status()).toBe(200);
    expect(response!.headers()).toMatchObject({
      'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
      'x-content-type-options': 'nosniff',
    });
    expect(requests).toEqual([]);
    await page.close();
  },
);
