import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, exclusive: true }, () => probe.close(() => resolve(true)));
  });

/**
 * A port that nothing listens on, below those that the system gives to outgoing connections: a server that is killed
 * finds it free again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(18_000, 32_000);
    if (await isFree(port)) return port;
  }
}
