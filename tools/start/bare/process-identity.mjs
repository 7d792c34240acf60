import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When a process was started, as the system says it; null when there is no such process. A number may be given to
 * another process later, so a process is known by its number and this.
 */
export function startedAt(pid) {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return (stdout ?? '').trim() || null;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold anything; state and the rest follow the last one.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? null : (rest[18] ?? null);
  } catch {
    return null;
  }
}

export const identify = (pid) => ({ pid, startedAt: startedAt(pid) });

export const isRunning = ({ pid, startedAt: known }) => typeof known === 'string' && startedAt(pid) === known;
