import { ApiClient } from '@telemon/testing/api-client';
import { given } from '@telemon/testing/given';
import { WholeProduct } from '@telemon/testing/whole-product';
import { MongoClient } from 'mongodb';
import type { Say } from '../../../servers/progress.ts';
import { step } from '../../../servers/progress.ts';
import { serverVersions } from '../../machine.ts';
import { telemonProcesses } from '../../telemon-processes.ts';
import type { Side, SideKind } from './side.ts';
import { furnish } from './telemon-fleet.ts';
import { measureSealing, sealedFrom } from './telemon-sealing.ts';
import { TelemonAlerting } from './telemon-alerting.ts';
import { namingByKeys, telemonKeys, telemonReadings } from './telemon-readings.ts';

/** The whole product, as `npm start` runs it. */
export const telemon = (say: Say): SideKind => ({
  key: 'telemon',
  title: 'Telemon',
  versions: () => serverVersions(say),
  start: ({ devices }) => startTelemon(devices, say, {}),
});

/** Telemon whose MQTT log has only refused messages, not all that arrive. */
export const telemonWithoutLog = (say: Say): SideKind => ({
  ...telemon(say),
  key: 'telemon-without-log',
  title: 'Telemon without the log of all messages',
  start: ({ devices }) => startTelemon(devices, say, { LOG_ROWS_A_SECOND: '0' }),
});

async function startTelemon(
  devices: number,
  say: Say,
  settings: Readonly<Record<string, string>>,
): Promise<Side> {
  const product = await step(say, 'Starting Telemon', () =>
    WholeProduct.start({ FLAPPING_CHANGES: '0', GROUP_NOTICES_FROM: '0', ...settings }),
  );
  try {
    const { url, adminEmail, adminPassword, mongoUrl, mqttPort } = product.addresses;
    const v1 = await ApiClient.signIn(url, adminEmail, adminPassword);
    const { id: managerId } = await given(v1).manager();
    const logins = await step(say, `Making ${devices} devices with their alerts`, () =>
      furnish(v1, [managerId], devices),
    );
    const client = await MongoClient.connect(mongoUrl);
    const keys = await telemonKeys(client);
    const naming = namingByKeys(keys);
    const since = Date.now();
    return {
      endpoint: { host: '127.0.0.1', port: mqttPort },
      logins,
      store: telemonReadings(client, naming),
      processes: () => telemonProcesses(product),
      alerting: new TelemonAlerting(client, naming),
      sealedFrom,
      sealing: () => {
        const devicesUrl = new URL(mongoUrl);
        devicesUrl.pathname = '/devices';
        const mongodb = { name: 'mongodb', pid: product.pid('mongodb') };
        return measureSealing(devicesUrl.href, [...keys.values()], since, mongodb);
      },
      stop: async () => {
        await client.close();
        await product.stop();
      },
    };
  } catch (error) {
    await product.stop();
    throw error;
  }
}
