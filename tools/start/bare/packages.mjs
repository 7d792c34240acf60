import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { lock } from './lock.mjs';

const sameAs = (a, b) => a.version === b.version && a.integrity === b.integrity && a.link === b.link;

/** Whether the installed packages are those of the lock file. npm writes its own list at the end of an installation. */
export function packagesFit(checkout) {
  let wanted, installed;
  try {
    wanted = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')).packages;
    installed = JSON.parse(readFileSync(join(checkout, 'node_modules/.package-lock.json'), 'utf8')).packages;
  } catch {
    return false;
  }
  // npm leaves out optional packages for other platforms.
  const isThere = ([path, entry]) =>
    path === '' || (installed[path] ? sameAs(installed[path], entry) : entry.optional === true);
  return Object.entries(wanted).every(isThere) && Object.keys(installed).every((path) => path in wanted);
}

/** Installs the locked packages if they are missing or differ. Returns whether it did. */
export async function installPackages(checkout, say) {
  if (packagesFit(checkout)) return false;
  const waiting = () => say('Another start is installing the packages; waiting for it …');
  const release = await lock(join(checkout, '.cache', 'install.lock'), waiting);
  try {
    if (packagesFit(checkout)) return false;
    const why = existsSync(join(checkout, 'node_modules')) ? 'the lock file has changed' : 'the first time';
    await withProgress(say, `Installing the packages (${why}; a minute or two)`, () => npmCi(checkout));
    return true;
  } finally {
    release();
  }
}

async function withProgress(say, what, work) {
  const from = Date.now();
  const passed = () => `${Math.round((Date.now() - from) / 1000)} s`;
  say(`${what} …`);
  const heartbeat = setInterval(() => say(`${what} … still at it (${passed()})`), 20_000);
  try {
    await work();
    say(`${what}: done (${passed()})`);
  } finally {
    clearInterval(heartbeat);
  }
}

function npmCi(checkout) {
  // npm must not run on the very Node that it is about to replace.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(checkout));
  const child = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: checkout,
    env: { ...process.env, PATH: path.join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', (error) =>
      reject(
        new Error(
          error.code === 'ENOENT'
            ? 'npm is missing. Install Node.js together with npm: https://nodejs.org'
            : `npm can't be started: ${error.message}`,
        ),
      ),
    );
    child.on('close', (code) => {
      process.removeListener('exit', end);
      if (code === 0) resolve();
      else reject(new Error(`npm could not install the packages (${gist(output)}). See all of it: npm ci`));
    });
  });
}

/** The reason of a failure, from npm's output. */
function gist(output) {
  if (/ENOSPC/.test(output)) return 'the disk is full';
  const lines = output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/complete log of this run|npm error code/i.test(line));
  return (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? 'no output')
    .replace(/^npm (error|ERR!)\s*/i, '')
    .trim();
}
