import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range that the system takes ports for outgoing connections from. A server's port out of that range
 * could be gone when the server comes back, even to a client that, calling a port nobody listens on, met itself.
 */
const LOWEST = 18_000;
const HIGHEST = 32_000;

/** Null when a program could listen there now, else the system's error code. */
export const obstacleAt = (port: number, host?: string): Promise<string | null> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)));
  });

const LOOPBACK = '127.0.0.1';

/** A free port of this machine's own address for each name; one that was kept stays unless it is taken. */
export async function choosePorts<Name extends string>(
  names: readonly Name[],
  kept: Readonly<Record<string, number | undefined>> = {},
): Promise<Record<Name, number>> {
  const chosen = new Map<Name, number>();
  for (const name of names) {
    let port = kept[name] ?? randomInt(LOWEST, HIGHEST);
    while ([...chosen.values()].includes(port) || (await obstacleAt(port, LOOPBACK)) !== null) {
      port = randomInt(LOWEST, HIGHEST);
    }
    chosen.set(name, port);
  }
  return Object.fromEntries(chosen) as Record<Name, number>;
}
