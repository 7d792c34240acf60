import { Problem } from './problem.ts';
import { find, gist, run } from './run.ts';

/** The install command of Debian and Ubuntu, for the messages of problems. */
export const apt = (...packages: string[]) => `sudo apt-get install -y ${packages.join(' ')}`;

/** Copies the dependencies of a Maven project into a folder. @throws Problem */
export async function copyMavenDependencies(pom: string, folder: string): Promise<void> {
  const maven = find('mvn');
  if (maven === null) throw new Problem(`Maven is missing: ${apt('maven')}`);
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${folder}`, '-DincludeScope=runtime'];
  const copied = await run([maven, '-q', '-B', '-Dstyle.color=never', '-f', pom, ...goal], {
    timeoutMs: 600_000,
  });
  if (!copied.ok) throw new Problem(`Maven could not fetch what ${pom} names: ${gist(copied.output)}`);
}

/** Builds a Go program into a folder. @throws Problem */
export async function goInstall(packageAtVersion: string, folder: string): Promise<void> {
  const go = find('go');
  if (go === null) throw new Problem(`Go is missing: ${apt('golang')}`);
  const built = await run([go, 'install', packageAtVersion], { env: { GOBIN: folder }, timeoutMs: 600_000 });
  if (!built.ok) throw new Problem(`Go could not build ${packageAtVersion}: ${gist(built.output)}`);
}

/** Installs system packages as root. @throws Problem, with the command for other users */
export async function aptInstall(...packages: string[]): Promise<void> {
  const aptGet = find('apt-get');
  if (aptGet === null || process.getuid?.() !== 0)
    throw new Problem(`Install it yourself: ${apt(...packages)}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
  const install: [string, ...string[]] = [aptGet, 'install', ...options, ...packages];
  if ((await run(install, { env, timeoutMs: 600_000 })).ok) return;
  // The package lists may name versions that the mirrors have removed.
  await run([aptGet, 'update'], { env, timeoutMs: 300_000 });
  const again = await run(install, { env, timeoutMs: 600_000 });
  if (!again.ok) throw new Problem(`apt-get could not install ${packages.join(', ')}: ${gist(again.output)}`);
}

/** The result of the first way that works. @throws Problem with the messages of all ways */
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
    `${what} can't be installed. ${reasons.join(' · ')} · Or point ${variable} to one that runs already.`,
  );
}
