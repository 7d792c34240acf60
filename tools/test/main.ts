import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringChromium } from '../servers/chromium.ts';
import { bringMosquitto } from '../servers/mosquitto.ts';
import { inOneLine, Problem, shown } from '../servers/problem.ts';
import { seconds } from '../servers/progress.ts';
import { endRuns } from '../servers/run.ts';
import { buildWhatChanged } from '../start/build.ts';
import { stopSignal } from '../start/stop-signal.ts';
import { runChecks, type Counts } from './checks.ts';
import { runJest } from './jest-run.ts';
import { asVariables, startTestServers, type TestServers } from './test-servers.ts';

const say = console.log;

/** Runs every test, or those that jest's arguments choose; answers with the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const from = performance.now();
  const isOver = stopSignal();
  const folder = await mkdtemp(join(tmpdir(), 'telemon-test-run-'));
  const counts: Counts[] = [];
  let servers: TestServers | null = null;
  try {
    const preparing = Promise.all([startTestServers(folder, say), bringTools()]);
    counts.push(await prepareSources(args.length === 0, isOver));
    const [started, tools] = await preparing;
    servers = started;
    counts.push(tools.counts);
    if (!isOver.aborted) {
      const env = { ...asVariables(servers.addresses), ...tools.env };
      counts.push(await runJest({ args, env, folder, isOver }));
    }
  } catch (error) {
    if (!isOver.aborted) console.error(shown(error));
    counts.push({ passed: 0, failed: 1 });
  } finally {
    await endRuns();
    await servers?.stop();
    await rm(folder, { recursive: true, force: true });
  }
  if (isOver.aborted) return 130;

  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  say(`All of it took ${seconds(performance.now() - from)}.`);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** The build and, where everything is wanted, the checks. */
async function prepareSources(isWhole: boolean, isOver: AbortSignal): Promise<Counts> {
  let built: Counts = { passed: 1, failed: 0 };
  try {
    await buildWhatChanged(say);
  } catch (error) {
    say(`FAIL build\n${inOneLine(error)}`);
    built = { passed: 0, failed: 1 };
  }
  if (!isWhole) return { ...built, passed: 0 };
  const checked = await runChecks(say, isOver);
  return { passed: built.passed + checked.passed, failed: built.failed + checked.failed };
}

/** Programs that some tests drive. Without one of them those fail, the others run all the same. */
async function bringTools(): Promise<{ env: Record<string, string>; counts: Counts }> {
  const env: Record<string, string> = {};
  let failed = 0;
  // One after the other: the system installs one thing at a time.
  for (const bring of [
    async () => void (env['CHROMIUM'] = await bringChromium(say)),
    async () => void (env['MOSQUITTO'] = (await bringMosquitto(say)).broker),
  ]) {
    try {
      await bring();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      failed += 1;
      say(`FAIL ${error.message}`);
    }
  }
  return { env, counts: { passed: 0, failed } };
}
