import type { Browser, Page } from 'playwright-core';
import { spreadOf } from '../durations.ts';
import { whileMoving } from '../frames.ts';
import type { FleetFigures } from './results.ts';

const DESK = { width: 1440, height: 900 };
const COLD_START_MS = 120_000;
/** Pixels of one mouse movement, and the movements in one direction. */
const STRIDE_PX = 12;
const STEPS_ONE_WAY = 24;

interface Person {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

/** Signs in to the console, and measures opening the map and the frame rates of panning and scrolling. */
export async function measureBrowser(
  browser: Browser,
  { url, email, password }: Person,
  { opens, seconds }: { opens: number; seconds: number },
): Promise<Pick<FleetFigures, 'opened' | 'panned' | 'scrolled'>> {
  const context = await browser.newContext({ baseURL: url, viewport: DESK });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(COLD_START_MS);
    await page.goto('/');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.locator('.pin').first().waitFor();
    const opened: number[] = [];
    for (let open = 0; open < opens; open++) opened.push(await openMap(page));
    const panned = await whileMoving(page, seconds, () => pan(page, seconds));
    await page.goto('/dashboard/home?view=cards');
    await page.locator('article').first().waitFor();
    const scrolled = await whileMoving(page, seconds, () => scroll(page, seconds));
    return { opened: spreadOf(opened), panned, scrolled };
  } finally {
    await context.close();
  }
}

/** Opens the map from a freshly loaded page. Returns the milliseconds from the click to the painted pins. */
async function openMap(page: Page): Promise<number> {
  await page.goto('/dashboard/profile');
  await page.getByRole('heading', { name: 'Edit Profile' }).waitFor();
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const link = document.querySelector<HTMLElement>('a[href="/dashboard/home"]')!;
        const from = performance.now();
        link.click();
        const look = () => {
          if (!document.querySelector('.pin')) return requestAnimationFrame(look);
          // The pins are painted when the frame after the next begins.
          return requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - from)));
        };
        requestAnimationFrame(look);
      }),
  );
}

/** Drags the map to and fro. */
async function pan(page: Page, seconds: number): Promise<void> {
  const { x, y, width, height } = (await page.locator('.leaflet-container').boundingBox())!;
  const middle = { x: x + width / 2, y: y + height * 0.6 };
  const until = performance.now() + seconds * 1_000;
  for (let way = 1; performance.now() < until; way = -way) {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    for (let step = 1; step <= STEPS_ONE_WAY && performance.now() < until; step++) {
      await page.mouse.move(middle.x + way * step * STRIDE_PX, middle.y + way * step * 2);
    }
    await page.mouse.up();
  }
}

async function scroll(page: Page, seconds: number): Promise<void> {
  await page.mouse.move(DESK.width / 2, DESK.height / 2);
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) await page.mouse.wheel(0, 120);
}
