import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '../../../servers/problem.ts';
import { step, type Say } from '../../../servers/progress.ts';
import { gist, run } from '../../../servers/run.ts';

const SOURCES = fileURLToPath(new URL('../comparators', import.meta.url));
const TSC = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));
const COMPLETE = 'complete';

/**
 * The folder with the comparators and their locked packages. It is kept outside the checkout, which never sees them,
 * and made anew when anything of them changed.
 */
export async function installComparators(say: Say): Promise<string> {
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'telemon', 'bench');
  const folder = join(cache, 'comparators');
  const state = await stateOfSources();
  if ((await readFile(join(folder, COMPLETE), 'utf8').catch(() => '')) === state) return folder;
  await step(say, 'Installing what Telemon is compared with', async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(cache, { recursive: true });
    await cp(SOURCES, folder, { recursive: true });
    await succeed(['npm', 'ci'], folder);
    await succeed([process.execPath, TSC, '-p', 'naive-nest'], folder);
    await writeFile(join(folder, COMPLETE), state);
  });
  return folder;
}

const FILES = ['package-lock.json', 'naive-nest/main.mts', 'naive-nest/tsconfig.json'];

async function stateOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of FILES) hash.update(await readFile(join(SOURCES, file)));
  return hash.digest('hex');
}

async function succeed(command: [string, ...string[]], cwd: string): Promise<void> {
  const { ok, output } = await run(command, { cwd, timeoutMs: 600_000 });
  if (!ok) throw new Problem(`${command.join(' ')} failed in ${cwd}: ${gist(output)}`);
}

/** The text of a source file of the comparators. */
export const comparatorSource = (file: string): Promise<string> => readFile(join(SOURCES, file), 'utf8');

/** The versions that the comparators' packages are pinned to. */
export async function pinnedVersions(...packages: string[]): Promise<Record<string, string>> {
  const { dependencies } = JSON.parse(await comparatorSource('package.json')) as {
    dependencies: Record<string, string>;
  };
  return Object.fromEntries(packages.map((name) => [name, dependencies[name] ?? 'not pinned']));
}
