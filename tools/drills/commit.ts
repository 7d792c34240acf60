import { Problem } from '../servers/problem.ts';
import { gist, run } from '../servers/run.ts';

/** The commit of a checkout, with a `+` if tracked files were changed since; results of drills don't count. @throws Problem */
export async function commitOf(checkout: string): Promise<string> {
  const git = async (...args: string[]) => {
    const { ok, output } = await run(['git', ...args], { cwd: checkout });
    if (!ok) throw new Problem(`git can't tell the commit: ${gist(output)}`);
    return output.trim();
  };
  const changed = await git('status', '--porcelain', '--untracked-files=no', '--', ':!docs');
  return `${await git('rev-parse', '--short=8', 'HEAD')}${changed === '' ? '' : '+'}`;
}
