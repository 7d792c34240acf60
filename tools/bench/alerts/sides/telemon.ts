import { ApiClient } from '@telemon/testing/api-client';
import { given } from '@telemon/testing/given';
import { WholeProduct } from '@telemon/testing/whole-product';
import { MongoClient } from 'mongodb';
import { type Say, step } from '../../../servers/progress.ts';
import { CROSSING_KINDS } from '../../ingest/fleet.ts';
import { TelemonAlerting } from '../../ingest/sides/telemon-alerting.ts';
import { furnish, type RecipientsOf } from '../../ingest/sides/telemon-fleet.ts';
import { telemonNaming } from '../../ingest/sides/telemon-readings.ts';
import { serverVersions } from '../../machine.ts';
import { telemonProcesses } from '../../telemon-processes.ts';
import type { SinkPorts } from '../sink/sink-messages.ts';
import { giveAlerts, untilHeld } from './more-alerts.ts';
import type { Side, SideKind, StartSettings } from './side.ts';

/** A manager's devices may send a thousand SMS a month at most; some devices cross more often than others. */
const SMS_OF_MANAGER = 600;
const HOST = '127.0.0.1';

/** The whole product, as `npm start` runs it, with the sink as Twilio. */
export const telemon = (say: Say): SideKind => ({
  title: 'Telemon',
  versions: () => serverVersions(say),
  start: (settings) => startTelemon(settings, say),
});

async function startTelemon({ devices, mostNotices, sink }: StartSettings, say: Say): Promise<Side> {
  const product = await step(say, 'Starting Telemon', () =>
    WholeProduct.start({
      FLAPPING_CHANGES: '0',
      // Each crossing must send a notice of its own.
      GROUP_NOTICES_FROM: '0',
      OUTBOUND_ALLOW: HOST,
      MQTT_DAY_LIMIT: '10000000',
      TWILIO_API_URL: `http://${HOST}:${sink.sms}`,
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'bench',
      TWILIO_FROM: '+15005550006',
    }),
  );
  try {
    const { url, adminEmail, adminPassword, mongoUrl, mqttPort } = product.addresses;
    const v1 = await ApiClient.signIn(url, adminEmail, adminPassword);
    const managerIds: string[] = [];
    while (managerIds.length < Math.ceil(mostNotices / SMS_OF_MANAGER))
      managerIds.push((await given(v1).manager()).id);
    const logins = await step(say, `Making ${devices} devices with their alerts`, () =>
      furnish(v1, managerIds, devices, recipientsAt(sink)),
    );
    const client = await MongoClient.connect(mongoUrl);
    const alerting = new TelemonAlerting(client, await telemonNaming(client));
    return {
      endpoint: { host: HOST, port: mqttPort },
      logins,
      processes: () => telemonProcesses(product),
      entriesOf: (plan) => alerting.entriesOf(plan),
      moreAlerts: {
        give: (perDevice) =>
          step(say, `Giving each device ${perDevice} alerts`, () => giveAlerts(client, product, perDevice)),
        untilHeld: (perDevice) => untilHeld(product, devices * perDevice),
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

/** The alerts that are crossed write to a number of their device, and to the broker. */
const recipientsAt =
  ({ mqtt }: SinkPorts): RecipientsOf =>
  (rule, device) =>
    CROSSING_KINDS.includes(rule)
      ? {
          contact: `+1500${String(device).padStart(7, '0')}`,
          mqttEnabled: 'enabled',
          host: HOST,
          port: mqtt,
          topic: 'bench/alerts',
        }
      : {};
