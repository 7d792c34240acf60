import type { WholeProduct } from '@telemon/testing/whole-product';
import { until } from '@telemon/testing/waiting';
import { type MongoClient, ObjectId } from 'mongodb';
import type { AlertDocument } from '../../../../apps/alerting/src/alerts/alerts.repository.ts';
import { firstState } from '../../../../apps/alerting/src/rules/rule-document.ts';
import { ALERTS, SENSORS } from '../../ingest/fleet.ts';

/** Above all values of the benchmark. */
const NEVER_REACHED = 91;
const APART = 0.1;
const WRITTEN_AT_ONCE = 10_000;

/**
 * Gives each device so many alerts in all, in the format of the alerting service: copies of its highest alert of each sensor, with set
 * points that no value reaches. Then restarts that service, which reads all alerts before it compares the first readings.
 */
export async function giveAlerts(
  client: MongoClient,
  product: WholeProduct,
  perDevice: number,
): Promise<void> {
  const alerts = client.db('alerting').collection<AlertDocument>('alerts');
  const models = await alerts.find({ alertType: 'Above', values: [90] }).toArray();
  const ofEach = (perDevice - ALERTS.length) / SENSORS;
  const createdAt = new Date();
  const copies = models.flatMap((model) =>
    Array.from({ length: ofEach }, (_, number): AlertDocument => ({
      ...model,
      _id: new ObjectId().toHexString(),
      values: [Number((NEVER_REACHED + number * APART).toFixed(1))],
      createdAt,
      state: firstState(createdAt),
    })),
  );
  for (let from = 0; from < copies.length; from += WRITTEN_AT_ONCE)
    await alerts.insertMany(copies.slice(from, from + WRITTEN_AT_ONCE), { ordered: false });
  await product.killAndAwait('alerting');
}

/** Waits until the alerting service holds so many alerts in memory. */
export async function untilHeld({ addresses }: WholeProduct, alerts: number): Promise<void> {
  const url = `http://127.0.0.1:${addresses.healthPorts['alerting-health']}/metrics`;
  const held = async () => /^alerting_rules(?:\{.*\})? (\d+)$/m.exec(await (await fetch(url)).text())?.[1];
  await until(async () => Number(await held()) === alerts, { what: `${alerts} alerts in memory` });
}
