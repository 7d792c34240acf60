import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/**
 * Ports are taken in blocks, below the system's range of ephemeral ports. An ephemeral port could be taken when its server
 * restarts, even by a client that dialled the unused port and so connected to itself.
 */
const BLOCK = 16;
const LOWEST_BLOCK = 1_125;
const HIGHEST_BLOCK = 2_000;

/** Null if a program could listen there now, else the system's error code. */
export const obstacleAt = (port: number, host?: string): Promise<string | null> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)));
  });

const held = new Map<number, Promise<boolean>>();

/**
 * Listens on a block's first port until this process ends, so that processes that start together never choose the same port.
 * Resolves to false if another process has the block.
 */
function hold(block: number): Promise<boolean> {
  const before = held.get(block);
  if (before) return before;
  const holding = new Promise<boolean>((resolve) => {
    const guard = createServer((socket) => socket.destroy()).unref();
    guard.once('error', () => {
      held.delete(block);
      resolve(false);
    });
    guard.listen({ port: block * BLOCK, host: LOOPBACK, exclusive: true }, () => resolve(true));
  });
  held.set(block, holding);
  return holding;
}

let next = 0;

/** A free loopback port that no other caller gets while this process lives. */
export async function freePort(): Promise<number> {
  for (;;) {
    if (next % BLOCK === 0) {
      const block = randomInt(LOWEST_BLOCK, HIGHEST_BLOCK);
      if (held.has(block) || !(await hold(block))) continue;
      next = block * BLOCK + 1;
    }
    const port = next;
    next += 1;
    if ((await obstacleAt(port, LOOPBACK)) === null) return port;
  }
}

/** Whether a port chosen earlier is still free. */
export const canKeep = async (port: number): Promise<boolean> =>
  (await hold(Math.floor(port / BLOCK))) && (await obstacleAt(port, LOOPBACK)) === null;
