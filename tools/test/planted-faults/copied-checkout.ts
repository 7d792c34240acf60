import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { run, type RunResult } from '../../servers/run.ts';
import { CHECKOUT } from '../../start/options.ts';
import { type Mistake, withMistake } from './planted-fault.ts';

/** The packages of the checkout itself, which are links to its folders. */
const OWN_PACKAGES = '@telemon';
/** Needed by npm and by the programs of packages. */
const HIDDEN = ['.bin', '.package-lock.json'];
const BUILD =
  'const { buildChanged } = await import("./tools/start/build.ts"); await buildChanged(console.log);';

/** A copy of this checkout, uncommitted changes included, in a temporary folder. The checkout itself is never changed. */
export class CopiedCheckout {
  readonly #folder: string;
  readonly #isOver: AbortSignal;

  private constructor(folder: string, isOver: AbortSignal) {
    this.#folder = folder;
    this.#isOver = isOver;
  }

  static async make(isOver: AbortSignal): Promise<CopiedCheckout> {
    const folder = await mkdtemp(join(tmpdir(), 'telemon-planted-faults-'));
    try {
      const files = await sources();
      for (const folderOfFiles of new Set(files.map((file) => dirname(file))))
        await mkdir(join(folder, folderOfFiles), { recursive: true });
      await Promise.all(files.map((file) => copyFile(join(CHECKOUT, file), join(folder, file))));
      await linkPackages(folder);
      return new CopiedCheckout(folder, isOver);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Runs `work` while the mistakes are in the copy. @throws if the right code of one is not there exactly once. */
  async with<Result>(mistakes: readonly Mistake[], work: () => Promise<Result>): Promise<Result> {
    const before = new Map<string, string>();
    try {
      for (const mistake of mistakes) {
        const path = join(this.#folder, mistake.file);
        const text = await readFile(path, 'utf8');
        if (!before.has(path)) before.set(path, text);
        await writeFile(path, withMistake(text, mistake));
      }
      return await work();
    } finally {
      for (const [path, text] of before) await writeFile(path, text);
    }
  }

  build(): Promise<RunResult> {
    return this.#run(['--input-type=module', '--eval', BUILD]);
  }

  drill(args: readonly string[]): Promise<RunResult> {
    return this.#run(['tools/drills/main.ts', ...args]);
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }

  #run(args: readonly string[]): Promise<RunResult> {
    const path = `${join(this.#folder, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
    return run([process.execPath, ...args], { cwd: this.#folder, env: { PATH: path }, end: this.#isOver });
  }
}

/** The files that Git knows or would add. */
async function sources(): Promise<string[]> {
  const command = ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'] as const;
  const { ok, output } = await run(command, { cwd: CHECKOUT });
  if (!ok) throw new Error(`git can't list the files of ${CHECKOUT}: ${output}`);
  const files = new Set(output.split('\0').filter((file) => file !== ''));
  // A deleted file is listed until its deletion is committed.
  return [...files].filter((file) => existsSync(join(CHECKOUT, file)));
}

/** Gives the copy the installed packages as links, and links of its own to its own folders. */
async function linkPackages(folder: string): Promise<void> {
  const packages = join(CHECKOUT, 'node_modules');
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir(packages)) {
    if (name === OWN_PACKAGES || (name.startsWith('.') && !HIDDEN.includes(name))) continue;
    await symlink(join(packages, name), join(folder, 'node_modules', name));
  }
  await cp(join(packages, OWN_PACKAGES), join(folder, 'node_modules', OWN_PACKAGES), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const kind of ['apps', 'libs']) {
    for (const name of await readdir(join(CHECKOUT, kind))) {
      const ofProject = join(kind, name, 'node_modules');
      if (existsSync(join(CHECKOUT, ofProject)))
        await symlink(join(CHECKOUT, ofProject), join(folder, ofProject));
    }
  }
}
