import { readFileSync, readdirSync } from 'node:fs';
import { setInterval as every } from 'node:timers/promises';

const LOOK_EVERY_MS = 5;

/** The running children of a process. */
export const childrenOf = (pid: number | string): string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
  } catch {
    return []; // It has ended meanwhile.
  }
};

const statusOf = (pid: number | string, name: 'VmRSS' | 'VmHWM'): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1_024;
  } catch {
    return 0; // It has ended meanwhile.
  }
};

/** Resident memory of a process, bytes; 0 if it has ended. */
export const heldBy = (pid: number | string): number => statusOf(pid, 'VmRSS');

/** Peak resident memory of a process since its start, bytes; 0 if it has ended. */
export const mostHeldBy = (pid: number | string): number => statusOf(pid, 'VmHWM');

/** Highest peak memory of any one child of `parent` during `work`, bytes. */
export const mostOfChildrenDuring = async (
  work: Promise<unknown>,
  parent: number = process.pid,
): Promise<number> => {
  let most = 0;
  let isOver = false;
  const end = () => (isOver = true);
  void work.then(end, end);
  for await (const _ of every(LOOK_EVERY_MS)) {
    if (isOver) break;
    for (const pid of childrenOf(parent)) most = Math.max(most, mostHeldBy(pid));
  }
  await work;
  return most;
};
