// `node tools/test/servers.ts`: runs the servers that specs need until Ctrl-C, for running Jest by hand.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addressFile } from '../../libs/testing/src/servers.ts';
import { inOneLine } from '../servers/problem.ts';
import { isRunning, identify, type ProcessIdentity } from '../start/bare/process-identity.mjs';
import { asVariables, startTestServers } from './test-servers.ts';

async function main(): Promise<void> {
  const file = addressFile();
  const running = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as ProcessIdentity,
    () => null,
  );
  if (running !== null && isRunning(running)) {
    console.error(`The test servers of this checkout run already (process ${running.pid}).`);
    process.exitCode = 1;
    return;
  }
  // Removes the data of servers that were killed.
  await rm(dirname(file), { recursive: true, force: true });
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(dirname(file), 'data-'));
  const stopped = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.resolve());
  try {
    const servers = await startTestServers(folder, console.error);
    try {
      const entry = { ...identify(process.pid), ...servers.addresses };
      await writeFile(file, JSON.stringify(entry, null, 2), { mode: 0o600 });
      for (const [name, value] of Object.entries(asVariables(servers.addresses)))
        console.log(`export ${name}='${value}'`);
      console.error('The test servers are up; Ctrl-C ends them.');
      await stopped.promise;
    } finally {
      await rm(file, { force: true });
      await servers.stop();
    }
  } finally {
    await rm(dirname(file), { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(inOneLine(error));
  process.exitCode = 1;
});
