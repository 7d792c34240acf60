import { DAY_MS } from '@telemon/contracts/durations';
import { alertLogOf } from '@telemon/testing/alert-log';
import type { ApiClient } from '@telemon/testing/api-client';
import { given, type GivenDevice } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { type Document, MongoClient } from 'mongodb';

const INSERTED_AT_ONCE = 10_000;
/** Less than the week of a report. */
const SPREAD_OVER_MS = 5 * DAY_MS;
const LASTED_MS = 60_000;
/** Hundredths, so that sums are exact. */
const hundredthsOf = (number: number): number => 1_001 + ((number * 37) % 1_000);

/** Entries of the alert log, of one alert, each closed after a minute. */
export class ManyEntries {
  readonly count: number;

  constructor(count: number) {
    this.count = count;
  }

  /** The sum of their values, in hundredths. */
  get sum(): number {
    let sum = 0;
    for (let number = 0; number < this.count; number++) sum += hundredthsOf(number);
    return sum;
  }

  /** Lets an alert fire and clear once, and stores the entry as many times, with other times and values. */
  async store(
    api: ApiClient,
    { device: { deviceName }, mqtt }: GivenDevice,
    { mongoUrl, mqttPort }: { mongoUrl: string; mqttPort: number },
  ): Promise<void> {
    await given(api).alert(deviceName);
    const connection = await MqttDevice.connect(mqttPort, mqtt);
    for (const value of [hundredthsOf(0) / 100, 1]) await connection.send({ TC1: value });
    connection.end();
    await until(async () => (await alertLogOf(api, deviceName))[0]?.clearedAt, { what: 'the alert clears' });
    const client = await MongoClient.connect(mongoUrl);
    try {
      const log = client.db('alerting').collection<Document & { _id: string }>('alert_log');
      const first = (await log.findOne({ deviceName }))!;
      const now = Date.now();
      for (let from = 1; from < this.count; from += INSERTED_AT_ONCE) {
        const length = Math.min(INSERTED_AT_ONCE, this.count - from);
        await log.insertMany(
          Array.from({ length }, (_, place) => {
            const number = from + place;
            const triggeredAt = now - LASTED_MS - Math.floor((number / this.count) * SPREAD_OVER_MS);
            return {
              ...first,
              _id: `bench-${number}`,
              value: hundredthsOf(number) / 100,
              triggeredAt: new Date(triggeredAt),
              decidedAt: new Date(triggeredAt),
              clearedAt: new Date(triggeredAt + LASTED_MS),
            };
          }),
          { ordered: false },
        );
      }
    } finally {
      await client.close();
    }
  }
}
