// `npm run bench:console`: measures how soon pages of the console are usable, beside a minimal react-admin application, and how smooth
// a long chart is.
import { ApiClient } from '@telemon/testing/api-client';
import { given } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { WholeProduct } from '@telemon/testing/whole-product';
import { chromium, type Browser } from 'playwright-core';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringChromium } from '../../servers/chromium.ts';
import { type Say, step } from '../../servers/progress.ts';
import { figureOf } from '../figures.ts';
import { serverVersions, whenAndWhere } from '../machine.ts';
import { runBench } from '../run.ts';
import { measureChart } from './chart.ts';
import { goalsOf } from './goals.ts';
import { sealLongDay, sendLongDay } from './long-day.ts';
import { markdown } from './markdown.ts';
import { MinimalApp } from './minimal-app.ts';
import { type BenchOptions, HELP, readOptions } from './options.ts';
import { loadPage, scriptBytes } from './page-load.ts';
import type { LoadName, Results } from './results.ts';

const DEVICES = 20;

let product: WholeProduct | undefined;

async function measureIn(
  browser: Browser,
  minimal: MinimalApp,
  options: BenchOptions,
  say: Say,
): Promise<Pick<Results, 'signInScriptBytes' | 'loads' | 'chart'>> {
  const { url, mqttPort, adminEmail, adminPassword } = product!.addresses;
  const admin = await ApiClient.signIn(url, adminEmail, adminPassword);
  const make = given(admin);
  const manager = await make.manager();
  const type = await make.sensorType(manager.id, 'Air temperature °C');
  const made = [];
  for (let count = 0; count < DEVICES; count++) made.push(await make.device(manager.id, [type.id]));
  const { device: newest, mqtt: login } = made.at(-1)!;
  const session = await sessionOf(url, adminEmail, adminPassword);
  const pages: Readonly<Record<LoadName, { url: string; path: string; text: string }>> = {
    minimal: { url: minimal.url, path: '/#/device', text: newest.deviceAlias },
    deviceList: { url, path: '/dashboard/device', text: newest.deviceAlias },
    devicePage: { url, path: `/dashboard/info/${newest.deviceName}`, text: 'Device Data' },
  };
  const names = Object.keys(pages) as LoadName[];
  const durations = new Map<LoadName, number[]>(names.map((name) => [name, []]));
  for (let round = 1; round <= options.rounds; round++) {
    say(`Loading each page, round ${round} of ${options.rounds}`);
    for (const [name, measured] of durations) {
      measured.push(await loadPage(browser, { ...pages[name], session }));
    }
  }
  const device = await MqttDevice.connect(mqttPort, login);
  const chart = await step(say, 'Measuring the chart', async () => {
    await sendLongDay(admin, device, options.charted);
    const seal = () => sealLongDay(product!);
    const effort = { opens: options.rounds, seconds: options.seconds, readings: options.readings };
    return measureChart(browser, { url, session, device, seal }, effort);
  }).finally(() => device.end());
  return {
    signInScriptBytes: await scriptBytes(browser, url, '/auth/login'),
    loads: Object.fromEntries([...durations].map(([name, all]) => [name, figureOf(all)])) as Results['loads'],
    chart,
  };
}

/** The session as the console stores it. */
async function sessionOf(url: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${url}/v1/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { data } = (await response.json()) as { data: { user: object; token: string } };
  return JSON.stringify({ user: data.user, token: data.token });
}

async function measure(options: BenchOptions, say: Say): Promise<Results> {
  const folder = await mkdtemp(join(tmpdir(), 'telemon-minimal-'));
  let minimal: MinimalApp | undefined;
  let browser: Browser | undefined;
  try {
    product = await step(say, 'Starting Telemon', () => WholeProduct.start());
    minimal = await step(say, 'Building the minimal app', () =>
      MinimalApp.start(folder, product!.addresses.url),
    );
    browser = await chromium.launch({ executablePath: await bringChromium(say), args: ['--no-sandbox'] });
    const measured = await measureIn(browser, minimal, options, say);
    const { write: _write, ...savedOptions } = options;
    return {
      ...whenAndWhere(),
      versions: await serverVersions(say),
      browser: `Chromium ${browser.version()}`,
      options: savedOptions,
      ...measured,
    };
  } finally {
    await browser?.close();
    minimal?.stop();
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

runBench({
  name: 'console',
  help: HELP,
  readOptions,
  measure,
  stop: async () => void (await product?.stop()),
  markdown,
  goalsOf,
  faultOf: ({ chart }) =>
    chart.unseen === 0 ? null : `Not exact: ${chart.unseen} readings were never on the page.`,
});
