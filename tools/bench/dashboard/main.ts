// `npm run bench:dashboard`: how soon the first page of a large fleet is answered, how large it is, and how it feels in a
// browser.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { WholeProduct } from '../../../libs/testing/src/whole-product.ts';
import { inOneLine, Problem } from '../../servers/problem.ts';
import { step } from '../../servers/progress.ts';
import { describeMachine, serverVersions } from '../machine.ts';
import { telemonProcesses } from '../telemon-processes.ts';
import { measureBrowser } from './browser.ts';
import { measureFirstPage } from './first-page.ts';
import { growFleet } from './fleet.ts';
import { goalsOf } from './goals.ts';
import { markdown } from './markdown.ts';
import { type BenchOptions, FLEETS, HELP, readOptions } from './options.ts';
import type { FleetFigures, Results } from './results.ts';

const DOCS = fileURLToPath(new URL('../../../docs/benchmarks/', import.meta.url));
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const SENSORS = ['Air temperature °C', 'Relative humidity %', 'Door temperature °C'];
const say = (line: string): void => console.log(line);

let product: WholeProduct | undefined;

async function measureFleets(options: BenchOptions): Promise<FleetFigures[]> {
  const started = await step(say, 'Starting Telemon', () => WholeProduct.start());
  product = started;
  const { url, adminEmail: email, adminPassword: password, mongoUrl } = started.addresses;
  // Built by the start above, so not there before it.
  const { ApiClient } = await import('@telemon/testing/api-client');
  const { given } = await import('@telemon/testing/given');
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
    const answered = await step(say, `Asking ${options.asks} times`, () =>
      measureFirstPage({ url, token, devices, processes }, options.asks),
    );
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      const seen = await step(say, 'Looking at it in Chromium', () =>
        measureBrowser(browser, { url, email, password }, options),
      );
      figures.push({ devices, ...answered, ...seen });
    } finally {
      await browser.close();
    }
  }
  return figures;
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === null) return say(HELP);
  const fleets = await measureFleets(options).finally(() => product?.stop());
  const { write, ...told } = options;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const results: Results = {
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    versions: await serverVersions(say),
    browser: `Chromium ${browser.version()}`,
    options: told,
    fleets,
  };
  await browser.close();
  const page = markdown(results);
  say(`\n${page}`);
  if (write) {
    await mkdir(DOCS, { recursive: true });
    await writeFile(`${DOCS}dashboard.json`, `${JSON.stringify(results, null, 1)}\n`);
    await writeFile(`${DOCS}dashboard.md`, page);
  }
  const missed = goalsOf(results).filter(({ reached }) => reached === 'missed');
  for (const { what, goal, found } of missed) say(`Missed: ${what}, ${found} where ${goal} was the goal`);
  if (fleets.some(({ isExact }) => !isExact)) {
    say('Not exact: an answer had not every device.');
    process.exitCode = 1;
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    say('Stopping …');
    void Promise.resolve(product?.stop()).finally(() => process.exit(130));
  });
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error instanceof Problem ? inOneLine(error) : error);
    process.exit(1);
  },
);
