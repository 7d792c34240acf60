import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { bringKafka } from '../servers/kafka.ts';
import { bringMongodb } from '../servers/mongodb.ts';
import { bringNats } from '../servers/nats.ts';
import type { Say } from '../servers/progress.ts';
import { bringRedis } from '../servers/redis.ts';
import { run } from '../servers/run.ts';
import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** The machine of the figures, without anything that identifies it. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly kernel: string;
  readonly node: string;
}

const describeMachine = (): Machine => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 1024 ** 3),
  system: /^PRETTY_NAME="?([^"\n]*)/m.exec(readText('/etc/os-release'))?.[1] ?? process.platform,
  kernel: release(),
  node: process.version,
});

/** Date and machine of a benchmark's results. */
export const whenAndWhere = () => ({
  date: new Date().toISOString().slice(0, 10),
  machine: describeMachine(),
});

const OBSERVED_MS = 3_000;

/** How busy the machine is with other work before a benchmark begins, percent of its processors; NaN if it is unknown. */
export async function otherLoad(): Promise<number> {
  const ticks = () => {
    const [, ...fields] = (readText('/proc/stat').split('\n')[0] ?? '').split(/ +/).map(Number);
    const all = fields.slice(0, 8).reduce((sum, each) => sum + each, 0);
    // Waiting for a disk is idle time, too.
    return { all, idle: (fields[3] ?? NaN) + (fields[4] ?? NaN) };
  };
  const before = ticks();
  await delay(OBSERVED_MS);
  const after = ticks();
  return 100 * (1 - (after.idle - before.idle) / (after.all - before.all));
}

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const versionIn = (text: string): string => /\d+\.\d+(\.\d+)?/.exec(text)?.[0] ?? 'unknown';

/** The versions of Telemon's servers on this machine. */
export async function serverVersions(say: Say): Promise<Record<string, string>> {
  const versionOf = async (program: string, flag: string) =>
    versionIn((await run([program, flag])).output.replace(/^.*?(?=v=|\bv\d)/s, ''));
  const { java, jars } = await bringKafka(say);
  const broker = (await readdir(jars)).find((jar) => /^kafka_.*\.jar$/.test(jar)) ?? '';
  return {
    mongodb: await versionOf(await bringMongodb(say), '--version'),
    kafka: versionIn(broker.replace(/^kafka_[\d.]+-/, '')),
    java: versionIn((await run([java, '-version'])).output),
    nats: await versionOf(await bringNats(say), '--version'),
    redis: await versionOf(await bringRedis(say), '--version'),
  };
}
