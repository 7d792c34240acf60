// `npm run bench:exports`: exports a million readings and a long list, and measures the memory of the services meanwhile.
import type { NewExport } from '@telemon/contracts/reporting/exports';
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
import { exportTo, rowsOf } from './exported-file.ts';
import { goalsOf } from './goals.ts';
import { ManyReadings } from './many-readings.ts';
import { markdown } from './markdown.ts';
import { memoryOf, MemoryWatch } from './memory-watch.ts';
import { type BenchOptions, HELP, readOptions } from './options.ts';
import type { ExportFigures, Kind, Results } from './results.ts';

let product: WholeProduct | undefined;

/** What is exported, and how a file of it is checked. */
interface Exported {
  readonly kind: Kind;
  readonly rows: number;
  readonly order: Omit<NewExport, 'format'>;
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

const ofReadings = (deviceName: string, readings: ManyReadings): Exported => ({
  kind: 'readings',
  rows: readings.count,
  order: {
    rows: 'readings',
    query: {
      deviceName,
      sensor: '1',
      fromDate: new Date(readings.from).toISOString(),
      toDate: new Date(readings.to).toISOString(),
    },
  },
  async isExact(file) {
    let [rows, sum] = [0, 0];
    for await (const row of file) {
      rows++;
      sum += Math.round(Number(row.Current) * 100);
    }
    return rows === readings.count && sum === readings.sum;
  },
});

const ofDevices = (count: number): Exported => ({
  kind: 'devices',
  rows: count,
  order: { rows: 'device', query: {} },
  async isExact(file) {
    const names = new Set<string>();
    let rows = 0;
    for await (const row of file) {
      rows++;
      names.add(row['Device Name']!);
    }
    return rows === count && names.size === count;
  },
});

async function measureExport(
  { kind, rows, order, isExact }: Exported,
  format: SheetFormat,
  { api, running, say }: { api: ApiClient; running: WholeProduct; say: Say },
): Promise<ExportFigures> {
  const path = join(running.dataDir, `${kind}.${format}`);
  const watch = new MemoryWatch(running);
  try {
    const what = `Exporting ${rows} ${kind} as .${format}`;
    const made = await step(say, what, () => exportTo(path, api, { ...order, format }));
    const memory = watch.end();
    const found = await step(say, 'Reading the file', () => isExact(rowsOf(path, format)));
    return { kind, format, rows, ...made, ...memory, isExact: found };
  } finally {
    watch.end();
    await rm(path, { force: true });
  }
}

async function measureAll(
  { readings: count, devices }: BenchOptions,
  say: Say,
): Promise<Pick<Results, 'idle' | 'exports'>> {
  const running = await step(say, 'Starting Telemon', () => WholeProduct.start());
  product = running;
  const { url, adminEmail, adminPassword, mongoUrl } = running.addresses;
  const api = await ApiClient.signIn(url, adminEmail, adminPassword);
  const make = given(api);
  const { id: managerId } = await make.manager();
  const sensor = await make.sensorType(managerId);
  const { deviceName } = (await make.device(managerId, [sensor.id])).device;
  const readings = new ManyReadings(count);
  await step(say, `Making ${count} readings`, async () =>
    readings.store(mongoUrl, await keyOf(mongoUrl, deviceName)),
  );
  await step(say, `Making ${devices} devices`, () => growFleet(mongoUrl, deviceName, devices));
  const idle = memoryOf(running);
  const exports: ExportFigures[] = [];
  for (const exported of [ofReadings(deviceName, readings), ofDevices(devices)])
    for (const format of SHEET_FORMATS)
      exports.push(await measureExport(exported, format, { api, running, say }));
  return { idle, exports };
}

async function measure(options: BenchOptions, say: Say): Promise<Results> {
  const busy = await otherLoad();
  const measured = await measureAll(options, say).finally(() => product?.stop());
  const { write: _write, ...told } = options;
  return {
    ...whenAndWhere(),
    otherLoad: busy,
    versions: await serverVersions(say),
    options: told,
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
