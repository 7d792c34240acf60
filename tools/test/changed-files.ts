import { Problem } from '../servers/problem.ts';
import { gist, run } from '../servers/run.ts';
import { CHECKOUT } from '../start/options.ts';

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

/** The files that differ from `main`, and those that they affect without an import. @throws Problem */
export async function changedFiles(): Promise<string[]> {
  const changed = [
    ...(await git('diff', '--name-only', '--diff-filter=d', SINCE)),
    ...(await git('ls-files', '--others', '--exclude-standard')),
  ];
  const reached = REACHED.flatMap(({ change, reaches }) =>
    changed.some((path) => change.test(path)) ? reaches : [],
  );
  return [...new Set([...changed, ...reached])];
}

async function git(...args: string[]): Promise<string[]> {
  const { ok, output } = await run(['git', ...args], { cwd: CHECKOUT });
  if (!ok) throw new Problem(`git can't tell what changed since ${SINCE}: ${gist(output)}`);
  return output.split('\n').filter((line) => line !== '');
}
