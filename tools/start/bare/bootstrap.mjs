import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './packages.mjs';

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const NODE_OF_PACKAGES = join(CHECKOUT, 'node_modules/.bin/node');
/** The Node that runs Telemon's TypeScript tools without a build. */
const NEEDED_MAJOR = 24;
const OLDEST_MAJOR = 20;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs `main(arguments)` of a TypeScript file. It needs only Node 20: it installs the packages, and continues under the
 * Node among them.
 *
 * @param script the file that the user started
 * @param entry the TypeScript file to run
 * @param interruptedCode the exit code when a signal interrupts the installation
 */
export async function bootstrap(script, entry, interruptedCode) {
  process.env.TELEMON_BEGAN_AT ??= String(Date.now());
  endWithNpm();
  const interrupt = () => process.exit(interruptedCode);
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    checkPlatform();
    const areNew = await installPackages(CHECKOUT, (line) => console.log(line));
    for (const signal of SIGNALS) process.removeListener(signal, interrupt);
    if (major(process.versions.node) >= NEEDED_MAJOR && !areNew) {
      // Node 20 lacks this function; here it is newer.
      nodeModule.enableCompileCache(join(CHECKOUT, '.cache', 'compiled'));
      const { main } = await import(entry.href);
      process.exit(await main(process.argv.slice(2)));
    }
    process.exit(await runUnder(nodeToUse(), fileURLToPath(script)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

const major = (version) => Number(version.split('.')[0]);

function checkPlatform() {
  if (process.platform !== 'linux' && process.platform !== 'darwin') {
    throw new Error(
      'Telemon runs on Linux and macOS. On Windows, start it inside WSL: https://learn.microsoft.com/windows/wsl',
    );
  }
  if (major(process.versions.node) < OLDEST_MAJOR) {
    throw new Error(
      `Telemon needs Node.js ${OLDEST_MAJOR} or newer; this is ${process.versions.node}. Get one: https://nodejs.org`,
    );
  }
}

function nodeToUse() {
  if (existsSync(NODE_OF_PACKAGES)) return NODE_OF_PACKAGES;
  if (major(process.versions.node) >= NEEDED_MAJOR && existsSync(process.execPath)) return process.execPath;
  throw new Error(
    `On this platform Telemon needs Node.js ${NEEDED_MAJOR} or newer; this is ${process.versions.node}. Get one: https://nodejs.org`,
  );
}

/** Continues in a child process, which gets this process's signals. Resolves with its exit code. */
function runUnder(node, script) {
  // The IPC channel disconnects when this process ends in any way, so that the child can stop.
  const child = spawn(node, [script, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`${node} can't be started: ${error.message}`)));
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/** A killed npm can't pass its signal on, so this process sends SIGTERM to itself when its parent changes. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.channel) return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) process.kill(process.pid, 'SIGTERM');
  }, 1_000).unref();
}
