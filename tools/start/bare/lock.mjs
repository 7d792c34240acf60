import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, isRunning } from './process-identity.mjs';

/**
 * Takes a lock, which is void once its holder's process has ended. Returns `{ release }`, or `{ holder }` if another process
 * has it.
 */
export function tryLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const mine = `${path}.${process.pid}`;
  try {
    writeFileSync(mine, JSON.stringify(identify(process.pid)));
    for (;;) {
      // Linking is atomic, and fails if the path exists.
      if (linked(mine, path)) return { release: () => rmSync(path, { force: true }) };
      const holder = holderIn(path);
      if (holder !== null && isRunning(holder)) return { holder };
      putAside(path, `${mine}.stale`);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Waits for the lock, calling `onWait` once; returns its release. */
export async function lock(path, onWait) {
  for (let waited = false; ; waited = true) {
    const { release, holder } = tryLock(path);
    if (release) return release;
    if (!waited) onWait(holder);
    await delay(200);
  }
}

function linked(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function holderIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Moves a dead holder's lock away, and back if another process has taken it meanwhile. */
function putAside(path, aside) {
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = holderIn(aside);
  if (moved !== null && isRunning(moved)) linked(aside, path);
  rmSync(aside, { force: true });
}
