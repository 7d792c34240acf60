import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Problem } from '../servers/problem.ts';
import { step, type Say } from '../servers/progress.ts';
import { gist, run } from '../servers/run.ts';
import { lock } from './bare/lock.mjs';
import { CHECKOUT } from './options.ts';

const STAMP = join(CHECKOUT, '.cache', 'build.json');
const NX = 'node_modules/nx/dist/bin/nx.js';

/** Builds the changes since the last build. Without a change it only stats the sources. @throws Problem */
export async function buildChanged(say: Say): Promise<void> {
  if (isBuilt()) return;
  const release = await lock(join(CHECKOUT, '.cache', 'build.lock'), () =>
    say('Another start is building; waiting for it …'),
  );
  try {
    if (isBuilt()) return;
    const sources = fingerprint();
    await step(say, 'Building the changes', runBuild);
    writeFileSync(STAMP, JSON.stringify({ sources }));
  } finally {
    release();
  }
}

async function runBuild(): Promise<void> {
  // The build's tools start with `env node`, which must find the Node among the packages.
  const path = `${join(CHECKOUT, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  // A build must not depend on a test runner's environment.
  const env = { NODE_ENV: 'production', PATH: path, NX_TUI: 'false', NO_COLOR: '1', FORCE_COLOR: '0' };
  const command = ['run-many', '-t', 'build', '--output-style=static'];
  const built = await run([process.execPath, NX, ...command], { cwd: CHECKOUT, env });
  if (!built.ok)
    throw new Problem(
      `The build failed (${whatFailed(stripVTControlCharacters(built.output))}). See all of it: npm run build`,
    );
}

/** The failed projects, and the first error. */
export function whatFailed(output: string): string {
  const projects = [...output.matchAll(/^- (\S+):build$/gm)].map(([, project]) => project);
  const first = output.split('\n').find((line) => /error TS\d+|\bError\b.*[^:]$|^\[[A-Z_]+\]/.test(line));
  return [projects.join(', '), (first ?? gist(output)).trim()].filter((part) => part !== '').join(': ');
}

function isBuilt(): boolean {
  try {
    const { sources } = JSON.parse(readFileSync(STAMP, 'utf8')) as { sources: string };
    return sources === fingerprint() && areResultsThere();
  } catch {
    return false;
  }
}

const READ_BY_THE_BUILD = ['apps', 'libs', 'tools/build'];
const IGNORED = new Set(['node_modules', 'dist']);

/** A hash of path, size and time of each file that the build reads. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const take = (path: string) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !IGNORED.has(entry.name)) walk(path);
      else if (entry.isFile() && !/\.spec\.tsx?$/.test(entry.name)) take(path);
    }
  };
  for (const file of ['package-lock.json', 'tsconfig.base.json', 'nx.json']) take(join(CHECKOUT, file));
  for (const folder of READ_BY_THE_BUILD) walk(join(CHECKOUT, folder));
  return hash.digest('hex');
}

const isThere = (...path: string[]) => existsSync(join(CHECKOUT, ...path));

/** Whether the main files of all services and the page of the console are built. */
function areResultsThere(): boolean {
  return readdirSync(join(CHECKOUT, 'apps')).every((app) => {
    if (isThere('apps', app, 'src/main.ts')) return isThere('apps', app, 'dist/bundle/main.js');
    return !isThere('apps', app, 'index.html') || isThere('apps', app, 'dist/index.html');
  });
}
