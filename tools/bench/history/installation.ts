import { DAY_MS } from '@telemon/contracts/durations';
import { ApiClient } from '@telemon/testing/api-client';
import { given } from '@telemon/testing/given';
import { WholeProduct } from '@telemon/testing/whole-product';
import { MongoClient } from 'mongodb';
import { join } from 'node:path';
import { type Say, step } from '../../servers/progress.ts';
import { GeneratorProcess } from '../ingest/generator/generator-process.ts';
import { deviceNames } from '../ingest/fleet.ts';
import { furnish } from '../ingest/sides/telemon-fleet.ts';
import { telemonNaming, telemonReadings } from '../ingest/sides/telemon-readings.ts';
import type { Side } from '../ingest/sides/side.ts';
import { databaseUrl } from '../database-url.ts';
import { telemonProcesses } from '../telemon-processes.ts';
import type { BenchOptions } from './options.ts';
import type { Progress } from './progress.ts';
import { Mongo } from './sides/product-code.ts';
import type { Span } from './sides/span.ts';

const HOT_DATABASE = 'bench_hot';

/** A running Telemon with the devices of the history. Its MongoDB holds the compared collections, too. */
export interface Installation {
  readonly product: WholeProduct;
  /** A client of /v1 whose session has just begun: making a history takes longer than a session lasts. */
  readonly signIn: () => Promise<ApiClient>;
  readonly client: MongoClient;
  /** The devices service's database, and one for the hot form, as the product's code uses them. */
  readonly devices: Mongo;
  readonly hot: Mongo;
  readonly span: Span;
  /** For measuring intake. */
  readonly side: Side;
  readonly generator: GeneratorProcess;
}

/** Starts the installation in the folder, and makes the devices that are not there. */
export async function startInstallation(
  { folder, devices, days }: BenchOptions,
  progress: Progress,
  say: Say,
): Promise<Installation> {
  const product = await step(say, 'Starting Telemon', () => WholeProduct.startOn(join(folder, 'data')));
  try {
    const { url, adminEmail, adminPassword, mongoUrl, mqttPort } = product.addresses;
    const signIn = () => ApiClient.signIn(url, adminEmail, adminPassword);
    const { done } = progress;
    if (done.logins === undefined) {
      const v1 = await signIn();
      const { id: managerId } = await given(v1).manager();
      done.logins = await step(say, `Making ${devices} devices with their alerts`, () =>
        furnish(v1, [managerId], devices),
      );
      await progress.save();
    }
    const client = await MongoClient.connect(mongoUrl);
    const naming = await telemonNaming(client);
    const names = deviceNames(devices);
    const found = client.db('devices').collection<{ _id: string; key: number }>('devices').find();
    const keys = new Map((await found.toArray()).map(({ _id, key }) => [_id, key]));
    const [ofDevices, hot] = ['devices', HOT_DATABASE].map(
      (name) => new Mongo(databaseUrl(mongoUrl, name), 'bench'),
    ) as [Mongo, Mongo];
    const side: Side = {
      endpoint: { host: '127.0.0.1', port: mqttPort },
      logins: done.logins,
      store: telemonReadings(client, naming),
      processes: () => telemonProcesses(product),
      stop: async () => {
        await Promise.all([client.close(), ofDevices.close(), hot.close()]);
        await product.end();
      },
    };
    const generator = new GeneratorProcess();
    await generator.connect(side.endpoint, done.logins);
    const span = {
      from: done.end - days * DAY_MS,
      to: done.end,
      names,
      keys: names.map((name) => keys.get(name)!),
    };
    return { product, signIn, client, devices: ofDevices, hot, span, side, generator };
  } catch (error) {
    await product.end();
    throw error;
  }
}

/** Ends everything gracefully; the folder stays. */
export async function endInstallation({ side, generator }: Installation): Promise<void> {
  generator.end();
  await side.stop();
}
