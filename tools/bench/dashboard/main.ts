// `npm run bench:dashboard`: measures latency and size of the home page of a large fleet, and its frame rates in a browser.
import { ApiClient } from '@telemon/testing/api-client';
import { given } from '@telemon/testing/given';
import { WholeProduct } from '@telemon/testing/whole-product';
import { chromium } from 'playwright-core';
import { type Say, step } from '../../servers/progress.ts';
import { serverVersions, whenAndWhere } from '../machine.ts';
import { runBench } from '../run.ts';
import { telemonProcesses } from '../telemon-processes.ts';
import { measureBrowser } from './browser.ts';
import { measureHomePage } from './home-page.ts';
import { growFleet } from './fleet.ts';
import { goalsOf } from './goals.ts';
import { markdown } from './markdown.ts';
import { type BenchOptions, FLEETS, HELP, readOptions } from './options.ts';
import type { FleetFigures, Results } from './results.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const SENSORS = ['Air temperature °C', 'Relative humidity %', 'Door temperature °C'];

let product: WholeProduct | undefined;

async function measureFleets(options: BenchOptions, say: Say): Promise<FleetFigures[]> {
  const started = await step(say, 'Starting Telemon', () => WholeProduct.start());
  product = started;
  const { url, adminEmail: email, adminPassword: password, mongoUrl } = started.addresses;
  const admin = await ApiClient.signIn(url, email, password);
  const make = given(admin);
  const manager = await make.manager();
  const types = await Promise.all(SENSORS.map((name) => make.sensorType(manager.id, name)));
  const { device } = await make.device(
    manager.id,
    types.map(({ id }) => id),
  );
  const figures: FleetFigures[] = [];
  for (const devices of FLEETS) {
    await step(say, `Growing the fleet to ${devices} devices`, () =>
      growFleet(mongoUrl, device.deviceName, devices),
    );
    const { token } = admin;
    const processes = () => telemonProcesses(started);
    const answered = await step(say, `Requesting the home page ${options.asks} times`, () =>
      measureHomePage({ url, token, devices, processes }, options.asks),
    );
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      const seen = await step(say, 'Measuring in Chromium', () =>
        measureBrowser(browser, { url, email, password }, options),
      );
      figures.push({ devices, ...answered, ...seen });
    } finally {
      await browser.close();
    }
  }
  return figures;
}

async function measure(options: BenchOptions, say: Say): Promise<Results> {
  const fleets = await measureFleets(options, say).finally(() => product?.stop());
  const { write: _write, ...savedOptions } = options;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const results: Results = {
    ...whenAndWhere(),
    versions: await serverVersions(say),
    browser: `Chromium ${browser.version()}`,
    options: savedOptions,
    fleets,
  };
  await browser.close();
  return results;
}

runBench({
  name: 'dashboard',
  help: HELP,
  readOptions,
  measure,
  stop: async () => void (await product?.stop()),
  markdown,
  goalsOf,
  faultOf: ({ fleets }) =>
    fleets.every(({ isExact }) => isExact) ? null : 'Not exact: a device was missing in an answer.',
});
