import { HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import type { ApiClient } from '@telemon/testing/api-client';
import { MongoClient } from 'mongodb';
import type { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import type { WholeProduct } from '@telemon/testing/whole-product';
import { databaseUrl } from '../database-url.ts';

const FROM_MS = 23.5 * HOUR_MS;
/** Before every hour that may still be open: one is sealed a quarter of an hour after its end. */
const TO_MS = 80 * MINUTE_MS;
/** Above every reading of the long day. */
export const HIGHEST_OF_DAY = 30;
const READINGS_OF_MESSAGE = 1_000;
const STORED_WITHIN_MS = 600_000;
const SEALED_WITHIN_MS = 300_000;

/** Sends `readings` readings, spread evenly over the last day up to 80 minutes ago, and waits until all are stored. */
export async function sendLongDay(api: ApiClient, device: MqttDevice, readings: number): Promise<void> {
  const now = Date.now();
  const stepMs = (FROM_MS - TO_MS) / readings;
  for (let sent = 0; sent < readings; sent += READINGS_OF_MESSAGE) {
    const length = Math.min(READINGS_OF_MESSAGE, readings - sent);
    await device.send(
      Array.from({ length }, (_, index) => {
        const number = sent + index;
        return { TC1: valueOf(number), timestamp: Math.round(now - FROM_MS + number * stepMs) };
      }),
    );
  }
  const path = `/deviceDashboard/getSensorLog/${device.name}?limit=1&fromDate=${new Date(now - FROM_MS).toISOString()}&toDate=${new Date(now).toISOString()}`;
  const isStored = async () => {
    const { pagination } = await api.get<{ pagination: { totalCount: number } }>(path);
    return pagination.totalCount === readings;
  };
  await until(isStored, { timeoutMs: STORED_WITHIN_MS, everyMs: 500, what: `${readings} stored readings` });
}

/** Restarts the devices service, which seals late readings when it starts, and every ten minutes; waits until all are sealed. */
export async function sealLongDay(product: WholeProduct): Promise<void> {
  const client = await MongoClient.connect(databaseUrl(product.addresses.mongoUrl, 'devices'));
  try {
    await product.killAndAwait('devices');
    const isSealed = async () => (await client.db().collection('readings').countDocuments()) === 0;
    await until(isSealed, { timeoutMs: SEALED_WITHIN_MS, everyMs: 500, what: 'sealed readings' });
  } finally {
    await client.close();
  }
}

/** A slow wave with noise, the same in every run. */
const valueOf = (number: number): number =>
  Math.round((20 + 5 * Math.sin(number / 7_000) + ((number * 0.618_034) % 1)) * 100) / 100;
