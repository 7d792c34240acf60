import { until } from '@telemon/testing/waiting';
import type { Ground } from '../ground/ground.ts';
import { storedSeqs } from './stored.ts';
import type { Stream } from './stream.ts';

/** No fault takes longer than this to be over, ms: beyond it the drill gives up waiting, and says so by its count. */
const GIVEN_UP_AFTER_MS = 120_000;

/**
 * How long after this moment everything works again, ms: of every device a reading is stored that it sends from now on,
 * and /v1 answers with a list.
 */
export async function timeToWork(ground: Ground, { sent }: Stream): Promise<number> {
  const from = performance.now();
  const waiting = new Map(sent.map(({ device, end }) => [device, end]));
  const works = async () => {
    for (const [device, seq] of waiting) {
      if ((await storedSeqs(ground, device.key, seq)).length === 0) return false;
      waiting.delete(device);
    }
    return (await (await ground.api()).send('GET', '/device?limit=1')).status === 200;
  };
  await until(works, { timeoutMs: GIVEN_UP_AFTER_MS, everyMs: 100 }).catch(() => undefined);
  return Math.round(performance.now() - from);
}
