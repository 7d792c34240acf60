import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { connectNats } from '@telemon/platform/messaging/nats';
import { ApiClient } from '@telemon/testing/api-client';
import { given, uniqueName } from '@telemon/testing/given';
import { heldBy } from '@telemon/testing/memory';
import { timeOf } from '@telemon/testing/quickest';
import { SlowReaders } from '@telemon/testing/slow-readers';
import { until } from '@telemon/testing/waiting';
import { spreadOf } from '../bench/durations.ts';
import { judge, type Drill, type Form } from './drill.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';
import { liveReadingOf, QuickReader } from './slow-readers/quick-reader.ts';

const READERS: Record<Form, number> = { long: 500, short: 100 };
/** About 35 KB of events. */
const READINGS_AT_ONCE = 100;
const MOST_GROWN_MB = 50;
/** Deadline of other calls, 99th percentile; the short form shares its machine with other tests. */
const ANSWERED_WITHIN_MS: Record<Form, number> = { long: 100, short: 1_000 };
/** Rounds of calls before the slow readers come. */
const ROUNDS_ALONE = 50;
/** Long, because each connection's buffers in the kernel, some megabytes, fill first. */
const LET_GO_WITHIN_MS = 300_000;
const MB = 1024 ** 2;

/** Clients that open the live stream and never read from it. */
export const slowReadersDrill: Drill = {
  name: 'slow-readers',
  promises: ['P9', 'P10'],
  about:
    'Hundreds of clients open the live stream and never read from it, while others read it and call /v1.',
  async run(installation, { form }) {
    const readers = READERS[form];
    const { url, natsUrl } = installation.product.addresses;
    const restartsBefore = installation.restarts;
    const endedBefore = await endedAsSlow(installation);
    const pid = installation.product.pid('gateway');
    const nats = await connectNats(natsUrl, 'slow-readers-drill');
    const password = 'a manager of tanks';
    const email = `${uniqueName('quick')}@example.com`;
    const { id: managerId } = await given(await installation.api()).manager({ email, password });
    const quick = await QuickReader.open(url, (await ApiClient.signIn(url, email, password)).token);
    const times: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
    let mostHeld = 0;
    let sent = 0;
    /** Publishes readings in one message, as for a busy fleet, or one by one, as for a quiet one. */
    const sendSome = async (isOneByOne: boolean, when: 'alone' | 'beside') => {
      const readings = Array.from({ length: READINGS_AT_ONCE }, () => liveReadingOf(managerId));
      sent += readings.length;
      for (const message of isOneByOne ? readings.map((reading) => [reading]) : [readings])
        nats.publish(LIVE_SUBJECTS.readings, JSON.stringify(message));
      times[when].push(await timeOf(async () => (await fetch(`${url}/health/live`)).text()));
      times[when].push(await timeOf(async () => (await installation.api()).get('/device?limit=1')));
      await until(() => quick.received === sent, { everyMs: 1, what: 'the quick reader' });
      mostHeld = Math.max(mostHeld, heldBy(pid));
    };
    for (let round = 0; round < ROUNDS_ALONE; round += 1) await sendSome(round % 2 === 1, 'alone');
    const heldBefore = (mostHeld = heldBy(pid));
    const { token } = await installation.api();
    const slow = await SlowReaders.open(url, Array<string>(readers).fill(token));
    try {
      const areLetGo = async () => {
        for (let round = 0; round < 10; round += 1) await sendSome(round % 2 === 1, 'beside');
        return (await endedAsSlow(installation)) - endedBefore === readers;
      };
      await until(areLetGo, { timeoutMs: LET_GO_WITHIN_MS, everyMs: 1 }).catch(() => undefined);
    } finally {
      slow.leave();
      quick.leave();
      await nats.close();
    }
    const beside = spreadOf(times.beside);
    const counts = {
      readers,
      letGo: (await endedAsSlow(installation)) - endedBefore,
      sent,
      missing: sent - quick.received,
      grownMb: Math.round((mostHeld - heldBefore) / MB),
      answeredP99BeforeMs: Math.round(spreadOf(times.alone).p99),
      answeredP99Ms: Math.round(beside.p99),
      answeredWorstMs: Math.round(beside.max),
      restarts: installation.restarts - restartsBefore,
    };
    return [
      judge(`${readers} readers who read nothing`, counts, {
        letGo: readers,
        missing: 0,
        grownMb: { atMost: MOST_GROWN_MB },
        answeredP99Ms: { atMost: ANSWERED_WITHIN_MS[form] },
        restarts: 0,
      }),
    ];
  },
};

/** The number of streams that the gateway has ended as too slow. */
async function endedAsSlow({ product }: DrillInstallation): Promise<number> {
  const figures = await fetch(`http://127.0.0.1:${product.addresses.healthPorts['gateway-health']}/metrics`);
  const line = /^telemon_live_streams_ended_total\{.*reason="slow".*\} (\d+)$/m;
  return Number(line.exec(await figures.text())?.[1] ?? 0);
}
