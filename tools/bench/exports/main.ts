// `npm run bench:exports`: exports a million rows of several kinds and a long list, and measures the memory of the services meanwhile.
import { DAY_MS } from '@telemon/contracts/durations';
import { SHEET_FORMATS, type SheetFormat } from '@telemon/contracts/streamed-file';
import { ApiClient } from '@telemon/testing/api-client';
import { given } from '@telemon/testing/given';
import { WholeProduct } from '@telemon/testing/whole-product';
import { MongoClient } from 'mongodb';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Say, step } from '../../servers/progress.ts';
import { growFleet } from '../dashboard/fleet.ts';
import { otherLoad, serverVersions, whenAndWhere } from '../machine.ts';
import { runBench } from '../run.ts';
import { download, orderExport, orderReport, rowsOf } from './exported-file.ts';
import { goalsOf } from './goals.ts';
import { ManyEntries } from './many-entries.ts';
import { ManyReadings } from './many-readings.ts';
import { markdown } from './markdown.ts';
import { memoryOf, MemoryWatch } from './memory-watch.ts';
import { type BenchOptions, HELP, readOptions } from './options.ts';
import type { ExportFigures, Kind, Results } from './results.ts';

let product: WholeProduct | undefined;

/** An export, and how its file is checked. */
interface Exported {
  readonly kind: Kind;
  readonly rows: number;
  readonly format: SheetFormat;
  readonly order: (api: ApiClient) => ReturnType<typeof orderExport>;
  readonly isExact: (file: AsyncIterable<Record<string, string>>) => Promise<boolean>;
}

async function keyOf(mongoUrl: string, deviceName: string): Promise<number> {
  const client = await MongoClient.connect(mongoUrl);
  try {
    const devices = client.db('devices').collection<{ _id: string; key: number }>('devices');
    return (await devices.findOne({ _id: deviceName }))!.key;
  } finally {
    await client.close();
  }
}

/** Whether a file has so many rows, whose numbers under a title have this sum, in hundredths. */
const sumsUp =
  (count: number, title: string, expected: number): Exported['isExact'] =>
  async (file) => {
    let [rows, sum] = [0, 0];
    for await (const row of file) {
      rows++;
      sum += Math.round(Number(row[title]) * 100);
    }
    return rows === count && sum === expected;
  };

const ofReadings = (deviceName: string, readings: ManyReadings): Exported[] => {
  const fromDate = new Date(readings.from).toISOString();
  const toDate = new Date(readings.to).toISOString();
  const query = { deviceName, sensor: '1', fromDate, toDate };
  return SHEET_FORMATS.map((format) => ({
    kind: 'readings',
    rows: readings.count,
    format,
    order: (api) => orderExport(api, { rows: 'readings', format, query }),
    isExact: sumsUp(readings.count, 'Current', readings.sum),
  }));
};

const ofEntries = (entries: ManyEntries): Exported[] => [
  ...SHEET_FORMATS.map((format): Exported => ({
    kind: 'entries of the alert log',
    rows: entries.count,
    format,
    order: (api) => orderExport(api, { rows: 'alertLog', format, query: {} }),
    isExact: sumsUp(entries.count, 'Value', entries.sum),
  })),
  {
    kind: 'entries in an automatic report',
    rows: entries.count,
    format: 'xlsx',
    order: orderReport,
    isExact: sumsUp(entries.count, 'Value', entries.sum),
  },
];

const ofDevices = (count: number): Exported[] =>
  SHEET_FORMATS.map((format) => ({
    kind: 'devices',
    rows: count,
    format,
    order: (api) => orderExport(api, { rows: 'device', format, query: {} }),
    async isExact(file) {
      const names = new Set<string>();
      let rows = 0;
      for await (const row of file) {
        rows++;
        names.add(row['Device Name']!);
      }
      return rows === count && names.size === count;
    },
  }));

async function measureExport(
  { kind, rows, format, order, isExact }: Exported,
  { signIn, running, say }: { signIn: () => Promise<ApiClient>; running: WholeProduct; say: Say },
): Promise<ExportFigures> {
  const file = join(running.dataDir, `export.${format}`);
  // A token lasts a quarter of an hour, less than all exports take.
  const api = await signIn();
  const watch = new MemoryWatch(running);
  try {
    const { path, writtenInS } = await step(say, `Exporting ${rows} ${kind} as .${format}`, () => order(api));
    const downloaded = await download(api, path, file);
    const memory = watch.end();
    const found = await step(say, 'Reading the file', () => isExact(rowsOf(file, format)));
    return { kind, format, rows, writtenInS, ...downloaded, ...memory, isExact: found };
  } finally {
    watch.end();
    await rm(file, { force: true });
  }
}

/** A week's report, of which almost the whole week is over. */
async function planReport(api: ApiClient): Promise<void> {
  const tomorrow = new Date(Date.now() + DAY_MS).getDay() || 7;
  await api.post('/autoReport', {
    autoAlert: 'Active',
    autoEvent: 'Inactive',
    frequency: 'Weekly',
    day: tomorrow,
    hour: 23,
  });
}

async function measureAll(
  { readings: count, entries: entryCount, devices }: BenchOptions,
  say: Say,
): Promise<Pick<Results, 'idle' | 'exports'>> {
  const running = await step(say, 'Starting Telemon', () => WholeProduct.start());
  product = running;
  const { url, adminEmail, adminPassword, mongoUrl } = running.addresses;
  const signIn = () => ApiClient.signIn(url, adminEmail, adminPassword);
  const api = await signIn();
  const make = given(api);
  const { id: managerId } = await make.manager();
  const sensor = await make.sensorType(managerId);
  const made = await make.device(managerId, [sensor.id]);
  const { deviceName } = made.device;
  const readings = new ManyReadings(count);
  await step(say, `Making ${count} readings`, async () =>
    readings.store(mongoUrl, await keyOf(mongoUrl, deviceName)),
  );
  const entries = new ManyEntries(entryCount);
  await step(say, `Making ${entryCount} entries`, () => entries.store(api, made, running.addresses));
  await planReport(api);
  await step(say, `Making ${devices} devices`, () => growFleet(mongoUrl, deviceName, devices));
  const idle = memoryOf(running);
  const exports: ExportFigures[] = [];
  for (const exported of [...ofReadings(deviceName, readings), ...ofEntries(entries), ...ofDevices(devices)])
    exports.push(await measureExport(exported, { signIn, running, say }));
  return { idle, exports };
}

async function measure(options: BenchOptions, say: Say): Promise<Results> {
  const busy = await otherLoad();
  const measured = await measureAll(options, say).finally(() => product?.stop());
  const { write: _write, ...savedOptions } = options;
  return {
    ...whenAndWhere(),
    otherLoad: busy,
    versions: await serverVersions(say),
    options: savedOptions,
    ...measured,
  };
}

runBench({
  name: 'exports',
  help: HELP,
  readOptions,
  measure,
  stop: async () => void (await product?.stop()),
  markdown,
  goalsOf,
  faultOf: ({ exports }) =>
    exports.every(({ isExact }) => isExact) ? null : 'Not exact: a file lacks rows, or has others.',
});
