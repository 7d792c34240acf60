import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UploadedPlan } from '@telemon/contracts/floors';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { type Installation, startInstallation } from '../installation.ts';
import { launchChromium } from '../stories/console-page.ts';
import { hostileDrawings } from './hostile-drawings.ts';

let installation: Installation;
let canary: Server;
let browser: Browser;
/** What was asked of the canary. */
const asked: string[] = [];
let drawings: [string, string][];

beforeAll(async () => {
  installation = await startInstallation();
  browser = await launchChromium();
  canary = createServer((request, response) => {
    asked.push(request.url!);
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
  // It does hear what is asked of it.
  await fetch(`${address}/here`);
  expect(asked.splice(0)).toEqual(['/here']);
  drawings = Object.entries(hostileDrawings(address));
}, 180_000);
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

describe('a hostile drawing as a plan', () => {
  it('is refused, or asks for nothing and runs nothing when it is opened', async () => {
    expect(drawings.length).toBeGreaterThanOrEqual(40);
    const { url } = installation.product.addresses;
    const page = await browser.newPage();
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs++;
      void dialog.dismiss();
    });
    for (const [what, source] of drawings) {
      const { status, body } = await upload(source, 'plan.svg');
      expect({ what, isJudged: status === 200 || status === 422 }).toEqual({ what, isJudged: true });
      if (status !== 200) continue;
      const address = `${url}${body.data!.mapUrl}`;
      const response = await page.goto(address, { waitUntil: 'networkidle' });
      expect({ what, status: response!.status() }).toEqual({ what, status: 200 });
      expect(response!.headers()).toMatchObject({
        'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
        'x-content-type-options': 'nosniff',
      });
      const kept = await (await fetch(address)).text();
      expect({
        what,
        kept: /127\.0\.0\.1|<script|\son\w+=|foreignObject|javascript:|@import/i.test(kept),
      }).toEqual({
        what,
        kept: false,
      });
    }
    expect({ asked, dialogs }).toEqual({ asked: [], dialogs: 0 });
  }, 600_000);
});
