import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringChromium } from '../servers/chromium.ts';
import { bringMosquitto } from '../servers/mosquitto.ts';
import { inOneLine, Problem, shown } from '../servers/problem.ts';
import { seconds } from '../servers/progress.ts';
import { endRuns } from '../servers/run.ts';
import { buildChanged } from '../start/build.ts';
import { stopSignal } from '../start/stop-signal.ts';
import { changedSpecs } from './changed-specs.ts';
import { runChecks, type Passed } from './checks.ts';
import { keepTimes, slowestOf, type FileTime } from './file-times.ts';
import { runJest } from './jest-run.ts';
import { OTHER_TESTS, PRODUCT_TESTS, TESTS_ALONE, WORKERS, type Part } from './parts.ts';
import { asVariables, startTestServers } from './test-servers.ts';

const say = console.log;

const HELP = `npm test, or npm test -- [option or jest's options]
  WORD           the files whose path has the word
  --changed      the files that changes since main can affect
  --keep-times   all files; saves their times, by which later runs order them`;

/** Runs every test, or those that the arguments choose; returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    say(HELP);
    return 0;
  }
  const from = performance.now();
  // Kafka lives too shortly in a test to win back the time in which Java compiles its code for full speed.
  process.env['JDK_JAVA_OPTIONS'] ??= '-XX:TieredStopAtLevel=1';
  const isOver = stopSignal();
  const folder = await mkdtemp(join(tmpdir(), 'telemon-test-run-'));
  const counts: Passed[] = [];
  let times: readonly FileTime[] = [];
  try {
    const chosen = await chosenBy(args.filter((arg) => arg !== '--keep-times'));
    const bringing = bringTools();
    const built = await build();
    const tools = await bringing;
    counts.push(built, tools.counts);
    if (!isOver.aborted) {
      const runPart = async (part: Part, env: Readonly<Record<string, string>>): Promise<void> => {
        const ran = await runJest({ ...part, env: { ...tools.env, ...env }, folder, isOver });
        counts.push(ran.counts);
        times = [...times, ...ran.times];
      };
      if (chosen.length > 0) {
        // A chosen file starts its own installation if it needs one.
        await withServers(folder, (env) => runPart({ args: chosen, workers: WORKERS }, env));
      } else {
        const checking = runChecks(say, isOver);
        const alone = runPart(TESTS_ALONE, {});
        try {
          await withProducts((env) => runPart(PRODUCT_TESTS, env));
        } finally {
          await alone;
        }
        await withServers(folder, async (env) => {
          for (const part of OTHER_TESTS) await runPart(part, env);
        });
        counts.push(await checking);
      }
      if (args.includes('--keep-times') && !isOver.aborted) await keepTimes(times);
    }
  } catch (error) {
    if (!isOver.aborted) console.error(shown(error));
    counts.push({ passed: 0, failed: 1 });
  } finally {
    await endRuns();
    await rm(folder, { recursive: true, force: true });
  }
  if (isOver.aborted) return 130;

  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  say(['The slowest files:', ...slowestOf(times)].join('\n'));
  say(`All of it took ${seconds(performance.now() - from)}.`);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** Jest's arguments; none for all files. */
async function chosenBy(args: readonly string[]): Promise<string[]> {
  if (!args.includes('--changed')) return [...args];
  return ['--passWithNoTests', '--runTestsByPath', ...(await changedSpecs())];
}

type WithVariables = (env: Readonly<Record<string, string>>) => Promise<void>;

/** Runs tests beside the installations that they share. */
async function withProducts(work: WithVariables): Promise<void> {
  // Imported late, because it needs the built libraries.
  const { TestProducts } = await import('./test-products.ts');
  const products = await TestProducts.start(say);
  try {
    await work(products.variables);
  } finally {
    await products.stop();
  }
}

/** Runs tests beside the servers that they share. */
async function withServers(folder: string, work: WithVariables): Promise<void> {
  const servers = await startTestServers(folder, say);
  try {
    await work(asVariables(servers.addresses));
  } finally {
    await servers.stop();
  }
}

async function build(): Promise<Passed> {
  try {
    await buildChanged(say);
    return { passed: 1, failed: 0 };
  } catch (error) {
    say(`FAIL build\n${inOneLine(error)}`);
    return { passed: 0, failed: 1 };
  }
}

/** Fetches programs that some tests need. Without one, only its tests fail. */
async function bringTools(): Promise<{ env: Record<string, string>; counts: Passed }> {
  const env: Record<string, string> = {};
  let failed = 0;
  // One after the other, because apt-get holds a lock.
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
