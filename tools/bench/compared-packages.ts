import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '../servers/problem.ts';
import { step, type Say } from '../servers/progress.ts';
import { gist, run } from '../servers/run.ts';

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const COMPLETE = 'complete';

/** The programs that Telemon is compared with, and their npm packages. */
export class ComparedPackages {
  readonly #sources: string;
  readonly #name: string;
  readonly #project: string;
  readonly #programs: readonly string[];

  /** @param from source folder with a lock file, name in the cache, and the TypeScript project with its files */
  constructor(from: { sources: string; name: string; project: string; programs: readonly string[] }) {
    this.#sources = from.sources;
    this.#name = from.name;
    this.#project = from.project;
    this.#programs = from.programs;
  }

  /**
   * Returns the folder of the compiled programs and their locked packages, in the user's cache. It is made again when a
   * source or the lock file changes. @throws Problem
   */
  async install(say: Say): Promise<string> {
    const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'telemon', 'bench');
    const folder = join(cache, this.#name);
    const state = await this.#state();
    if ((await readFile(join(folder, COMPLETE), 'utf8').catch(() => '')) === state) return folder;
    await step(say, 'Installing the programs to compare with', async () => {
      await rm(folder, { recursive: true, force: true });
      await mkdir(cache, { recursive: true });
      await cp(this.#sources, folder, { recursive: true });
      await succeed(['npm', 'ci'], folder);
      await succeed([process.execPath, TSC, '-p', this.#project], folder);
      await writeFile(join(folder, COMPLETE), state);
    });
    return folder;
  }

  /** The text of a source file. */
  source(file: string): Promise<string> {
    return readFile(join(this.#sources, file), 'utf8');
  }

  /** The versions that packages are pinned to. */
  async versions(...packages: string[]): Promise<Record<string, string>> {
    const { dependencies } = JSON.parse(await this.source('package.json')) as {
      dependencies: Record<string, string>;
    };
    return Object.fromEntries(packages.map((name) => [name, dependencies[name] ?? 'not pinned']));
  }

  async #state(): Promise<string> {
    const hash = createHash('sha256');
    const compiled = [...this.#programs, 'tsconfig.json'].map((file) => join(this.#project, file));
    for (const file of ['package-lock.json', ...compiled]) hash.update(await this.source(file));
    return hash.digest('hex');
  }
}

async function succeed(command: [string, ...string[]], cwd: string): Promise<void> {
  const { ok, output } = await run(command, { cwd, timeoutMs: 600_000 });
  if (!ok) throw new Problem(`${command.join(' ')} failed in ${cwd}: ${gist(output)}`);
}
