import type { Browser, Page } from 'playwright-core';
import type { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { now, type Spread, spreadOf } from '../durations.ts';
import { type Motion, whileMoving } from '../frames.ts';
import { HIGHEST_OF_DAY } from './long-day.ts';
import { withPage } from './page-load.ts';

/** The line of readings in the chart of a device's page. */
const CURVE = '.recharts-line-curve[stroke="var(--chart-line)"]';
/** A curve with fewer points does not show the long range. */
const LEAST_POINTS = 100;
/** Pixels of one turn of the wheel, and the turns in one direction. */
const TURN = 40;
const TURNS_ONE_WAY = 30;
const BETWEEN_READINGS_MS = 250;
const SEEN_WITHIN_MS = 10_000;

export interface ChartFigures {
  /** From the click on '24 h' to the painted chart, ms: of readings that have just come, and once they are sealed. */
  readonly drawnFresh: Spread;
  readonly drawn: Spread;
  readonly zoomed: Motion;
  readonly moved: Motion;
  /** From sending a reading to the frame with its value, or with a newer one, ms. */
  readonly seen: Spread;
  /** Readings that never came to the page. */
  readonly unseen: number;
}

/** A value, and when it was sent or shown, epoch ms. */
interface Shown {
  readonly value: number;
  readonly at: number;
}

interface Charted {
  readonly url: string;
  /** The session in the browser's storage. */
  readonly session: string;
  /** A device with readings in the last day, and none in the last hour. */
  readonly device: MqttDevice;
  readonly seal: () => Promise<void>;
}

interface Effort {
  /** How often the chart is opened. */
  readonly opens: number;
  /** Duration of each motion. */
  readonly seconds: number;
  /** Readings whose way to the page is timed. */
  readonly readings: number;
}

/** Opens the chart of a device's last day, zooms it, moves it, and watches new readings come. */
export async function measureChart(
  browser: Browser,
  { url, session, device, seal }: Charted,
  { opens, seconds, readings }: Effort,
): Promise<ChartFigures> {
  return withPage(browser, url, async (page) => {
    await page.addInitScript((stored) => localStorage.setItem('DASHBOARD_USER', stored), session);
    const openAll = async () => {
      const drawn: number[] = [];
      for (let open = 0; open < opens; open++) drawn.push(await openChart(page, device.name));
      return spreadOf(drawn);
    };
    const drawnFresh = await openAll();
    await seal();
    const drawn = await openAll();
    const motions = await turnWheel(page, seconds);
    const sent = await watchReadings(page, device, readings);
    const seen = sent.filter((duration) => duration !== null);
    return { drawnFresh, drawn, ...motions, seen: spreadOf(seen), unseen: sent.length - seen.length };
  });
}

/** Chooses the last day on a freshly loaded page of the last hour. Returns the milliseconds from the click to the painted chart. */
async function openChart(page: Page, deviceName: string): Promise<number> {
  await page.goto(`/dashboard/info/${deviceName}?last=1h`);
  await page.getByText('No Data Available').first().waitFor();
  const day = page.getByRole('button', { name: '24 h' });
  return day.evaluate(
    (button, { curve, points }) =>
      new Promise<number>((resolve) => {
        const from = performance.now();
        (button as HTMLElement).click();
        const look = () => {
          const line = document.querySelector(curve)?.getAttribute('d') ?? '';
          if (line.split('L').length < points) return requestAnimationFrame(look);
          // The curve is painted when the frame after the next begins.
          return requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - from)));
        };
        requestAnimationFrame(look);
      }),
    { curve: CURVE, points: LEAST_POINTS },
  );
}

/** Turns the wheel over the chart to and fro: with Ctrl it zooms, and sideways it moves the part that it is zoomed to. */
async function turnWheel(page: Page, seconds: number): Promise<Pick<ChartFigures, 'zoomed' | 'moved'>> {
  const chart = page.getByRole('img', { name: /^Device Data as a chart/ });
  const { x, y, width, height } = (await chart.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  const zoom = (by: number) => page.mouse.wheel(0, by);
  const move = (by: number) => page.mouse.wheel(by, 0);
  const toAndFro = async (turn: (by: number) => Promise<void>) => {
    const end = performance.now() + seconds * 1_000;
    for (let turns = 0; performance.now() < end; turns++)
      await turn(Math.floor(turns / TURNS_ONE_WAY) % 2 === 0 ? -TURN : TURN);
  };
  await page.keyboard.down('Control');
  const zoomed = await whileMoving(page, seconds, () => toAndFro(zoom));
  for (let turns = 0; turns < TURNS_ONE_WAY; turns++) await zoom(-TURN);
  await page.keyboard.up('Control');
  const moved = await whileMoving(page, seconds, () => toAndFro(move));
  return { zoomed, moved };
}

/** Sends rising readings. Returns the milliseconds until each one's value, or a newer one, was on the page; null if it never was. */
async function watchReadings(page: Page, device: MqttDevice, readings: number): Promise<(number | null)[]> {
  const values = page.getByRole('list', { name: 'Present values' });
  await values.evaluate((list) => {
    const shown: Shown[] = [];
    Object.assign(window, { shown });
    const note = () =>
      requestAnimationFrame((frame) => {
        const value = Number.parseFloat(list.querySelector('strong')?.textContent ?? '');
        if (value > (shown.at(-1)?.value ?? 0)) shown.push({ value, at: performance.timeOrigin + frame });
      });
    new MutationObserver(note).observe(list, { childList: true, characterData: true, subtree: true });
  });
  const sent: Shown[] = [];
  for (let reading = 1; reading <= readings; reading++) {
    const value = HIGHEST_OF_DAY + reading / 100;
    sent.push({ value, at: now() });
    await device.send({ TC1: value });
    await page.waitForTimeout(BETWEEN_READINGS_MS);
  }
  const shown = () => page.evaluate(() => (window as unknown as { shown: Shown[] }).shown);
  const isLastShown = async () => (await shown()).at(-1)?.value === sent.at(-1)!.value;
  await until(isLastShown, { timeoutMs: SEEN_WITHIN_MS }).catch(() => undefined);
  const all = await shown();
  return sent.map(({ value, at }) => {
    const seen = all.find((one) => one.value >= value);
    return seen ? seen.at - at : null;
  });
}
