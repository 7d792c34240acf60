import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The start time of a process in the system's own format; null if there is no such process. The system reuses pids, so a
 * process is identified by its pid and this time.
 */
function startedAt(pid) {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return (stdout ?? '').trim() || null;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold any character; the state follows the last parenthesis.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? null : (rest[18] ?? null);
  } catch {
    return null;
  }
}

export const identify = (pid) => ({ pid, startedAt: startedAt(pid) });

export const isRunning = ({ pid, startedAt: known }) => typeof known === 'string' && startedAt(pid) === known;
