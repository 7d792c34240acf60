import { until } from '@telemon/testing/waiting';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { storedSeqs } from './stored.ts';
import type { Stream } from './stream.ts';

/** After this time the drill stops waiting, and the count breaks its bound. */
const GIVEN_UP_AFTER_MS = 120_000;

/**
 * Time from now until everything works again, ms: until a reading that each device sends from now on is stored, and /v1 returns a
 * list.
 */
export async function timeToWork(installation: DrillInstallation, { sent }: Stream): Promise<number> {
  const from = performance.now();
  const waiting = new Map(sent.map(({ device, end }) => [device, end]));
  const works = async () => {
    for (const [device, seq] of waiting) {
      if ((await storedSeqs(installation, device.key, seq)).length === 0) return false;
      waiting.delete(device);
    }
    return (await (await installation.api()).send('GET', '/device?limit=1')).status === 200;
  };
  await until(works, { timeoutMs: GIVEN_UP_AFTER_MS, everyMs: 100 }).catch(() => undefined);
  return Math.round(performance.now() - from);
}
