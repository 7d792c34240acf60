import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { canKeep, freePort } from './free-ports.ts';

const MODULE = fileURLToPath(new URL('free-ports.ts', import.meta.url));

/** Another process that has chosen a port and hasn't listened on it yet. */
async function neighbour() {
  const code = `import(${JSON.stringify(MODULE)}).then(async ({ freePort }) => {
    console.log(await freePort());
    process.stdin.resume();
  });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  const end = async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
  };
  return { port: Number(output), end };
}

describe('a free port', () => {
  it('is a different one each time, and not in use', async () => {
    const ports = await Promise.all(Array.from({ length: 40 }, () => freePort()));
    expect(new Set(ports).size).toBe(40);
    for (const port of ports) {
      const server = createServer().listen(port, '127.0.0.1');
      await once(server, 'listening');
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('can be kept unless it is in use', async () => {
    const port = await freePort();
    expect(await canKeep(port)).toBe(true);
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    expect(await canKeep(port)).toBe(false);
    await new Promise((resolve) => server.close(resolve));
  });

  it('belongs to the process that chose it, as long as that lives', async () => {
    const other = await neighbour();
    expect(await canKeep(other.port)).toBe(false);
    await other.end();
    expect(await canKeep(other.port)).toBe(true);
  });
});
