import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchChromium } from '@telemon/testing/chromium';
import { hostileDrawings } from '@telemon/testing/hostile-drawings';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { planIn } from './plan-file.ts';
import { NoPlan } from './plan.ts';

const ACTIVE = /127\.0\.0\.1|<script|\son\w+=|foreignObject|javascript:|@import/i;

let browser: Browser;
let server: Server;
let origin: string;
let drawings: [string, string][];
/** The drawings that the server shows. */
let shown: (string | Uint8Array)[] = [];
/** The requests that no drawing should cause. */
const requests: string[] = [];

beforeAll(async () => {
  browser = await launchChromium();
  // Unlike the gateway, it sends no policy that stops scripts and requests: the drawing itself has to be harmless.
  server = createServer(({ url }, response) => {
    const [, page, number] = url!.split('/');
    if (page === 'plan') {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(shown[Number(number)]);
    } else if (page === 'all') {
      const frames = shown.map((_, index) => `<iframe src="/plan/${index}"></iframe>`).join('');
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${frames}`);
    } else {
      requests.push(url!);
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  drawings = Object.entries(hostileDrawings(`${origin}/canary`));
});
afterAll(async () => {
  await browser.close();
  server.close();
});

/** Opens the drawings, each in a frame; returns the requests to the canary. */
const opened = async (some: (string | Uint8Array)[]): Promise<string[]> => {
  shown = some;
  requests.length = 0;
  const page = await browser.newPage();
  await page.goto(`${origin}/all`, { waitUntil: 'networkidle' });
  await page.close();
  return requests.filter((url) => url.startsWith('/canary'));
};

describe('a hostile drawing', () => {
  it('sends requests or runs scripts unsanitized', async () => {
    expect(drawings.length).toBeGreaterThanOrEqual(40);
    expect((await opened(drawings.map(([, source]) => source))).length).toBeGreaterThan(10);
  });

  it('is refused as a plan, or neither sends a request nor runs a script', async () => {
    const kept: Uint8Array[] = [];
    for (const [name, source] of drawings) {
      try {
        const { bytes } = await planIn(Buffer.from(source));
        const isActive = ACTIVE.test(Buffer.from(bytes).toString());
        expect({ name, isActive }).toEqual({ name, isActive: false });
        kept.push(bytes);
      } catch (error) {
        if (!(error instanceof NoPlan)) throw error;
      }
    }
    expect(kept.length).toBeGreaterThan(10);
    expect(await opened(kept)).toEqual([]);
  });
});
