import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../servers/problem.ts';
import { gist, run } from '../servers/run.ts';
import { CHECKOUT } from '../start/options.ts';
import { reachedBy } from './reverse-imports.ts';

const SINCE = 'main';

/** Files that a change affects although they don't import it. */
const REACHED: readonly { readonly change: RegExp; readonly reaches: readonly string[] }[] = [
  {
    // Some tests run these as processes.
    change: /^(apps|libs)\/.*(?<!\.spec)\.(ts|tsx|css|html)$|^deploy\/|^package-lock\.json$/,
    reaches: ['libs/testing/src/whole-product.ts', 'libs/testing/src/service-process.ts'],
  },
  { change: /./, reaches: ['tools/checks/documents.ts', 'tools/checks/source-files.ts'] },
];

/** The spec files that a difference from `main` can affect. @throws Problem */
export async function changedSpecs(): Promise<string[]> {
  const changed = [
    ...(await git('diff', '--name-only', '--diff-filter=d', SINCE)),
    ...(await git('ls-files', '--others', '--exclude-standard')),
  ];
  const reached = REACHED.flatMap(({ change, reaches }) =>
    changed.some((path) => change.test(path)) ? reaches : [],
  );
  const files = await git('ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'libs', 'tools');
  const sources = new Map(
    files
      .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && existsSync(join(CHECKOUT, path)))
      .map((path) => [path, readFileSync(join(CHECKOUT, path), 'utf8')]),
  );
  return [...reachedBy([...changed, ...reached], sources)].filter(
    (path) => /\.spec\.tsx?$/.test(path) && sources.has(path),
  );
}

async function git(...args: string[]): Promise<string[]> {
  const { ok, output } = await run(['git', ...args], { cwd: CHECKOUT });
  if (!ok) throw new Problem(`git can't tell what changed since ${SINCE}: ${gist(output)}`);
  return output.split('\n').filter((line) => line !== '');
}
