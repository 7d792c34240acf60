import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UploadedPlan } from '@telemon/contracts/devices/floors';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { type Installation, useInstallation } from '../installation.ts';
import { launchChromium } from '../stories/console-page.ts';
import { hostileDrawings } from './hostile-drawings.ts';

let installation: Installation;
let canary: Server;
let browser: Browser;
/** The requests to the canary. */
const asked: string[] = [];
let drawings: [string, string][];

beforeAll(async () => {
  installation = await useInstallation();
  browser = await launchChromium();
  canary = createServer((request, response) => {
    asked.push(request.url!);
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
  // Proves that the canary records requests.
  await fetch(`${address}/here`);
  expect(asked.splice(0)).toEqual(['/here']);
  drawings = Object.entries(hostileDrawings(address));
});
afterAll(async () => {
  await browser.close();
  canary.close();
  await installation.stop();
});

const upload = (content: string | Buffer, name: string) => {
  const form = new FormData();
  form.append('floormap', new File([content as unknown as ArrayBuffer], name));
  return installation.api.send<UploadedPlan>('POST', '/floor/upload', form);
};

/** Uploads a drawing; if it is accepted, opens it in a browser. */
const attack = async (page: Page, what: string, source: string) => {
  const { status, body } = await upload(source, 'plan.svg');
  expect({ what, isJudged: status === 200 || status === 422 }).toEqual({ what, isJudged: true });
  if (status !== 200) return;
  const address = `${installation.product.addresses.url}${body.data!.mapUrl}`;
  const response = await page.goto(address, { waitUntil: 'networkidle' });
  expect({ what, status: response!.status() }).toEqual({ what, status: 200 });
  expect(response!.headers()).toMatchObject({
    'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
    'x-content-type-options': 'nosniff',
  });
  const kept = await (await fetch(address)).text();
  const isActive = /127\.0\.0\.1|<script|\son\w+=|foreignObject|javascript:|@import/i.test(kept);
  expect({ what, isActive }).toEqual({ what, isActive: false });
};

describe('a hostile drawing as a plan', () => {
  it('is refused, or sends no request and runs no script when it is opened', async () => {
    expect(drawings.length).toBeGreaterThanOrEqual(40);
    const waiting = [...drawings];
    let dialogs = 0;
    // A user may upload two files at once.
    const attackers = [0, 1].map(async () => {
      const page = await browser.newPage();
      page.on('dialog', (dialog) => {
        dialogs++;
        void dialog.dismiss();
      });
      for (let next = waiting.pop(); next; next = waiting.pop()) await attack(page, ...next);
    });
    await Promise.all(attackers);
    expect({ asked, dialogs }).toEqual({ asked: [], dialogs: 0 });
  }, 600_000);
});
