import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { explainWriteFailure } from './problem.ts';

/** Servers are kept per user, outside the checkout, so that every checkout on the machine shares them. */
const cacheFolder = (): string =>
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'telemon', 'servers');

const MANIFEST = 'manifest.json';

interface KeptFile {
  readonly size: number;
  readonly mtimeMs: number;
  readonly sha256: string;
}

/** The folder of a cached server whose files are intact; null if there is none. */
export async function kept(name: string): Promise<string | null> {
  const folder = join(cacheFolder(), name);
  return (await isWhole(folder)) ? folder : null;
}

/**
 * The folder of a server. If it is missing or damaged, `fetch` fills a temporary folder, which is renamed when complete,
 * so that a killed fetch leaves nothing that looks like a server. @throws Problem if the cache can't be written to
 */
export async function cached(name: string, fetch: (folder: string) => Promise<void>): Promise<string> {
  const root = cacheFolder();
  const folder = join(root, name);
  if (await isWhole(folder)) return folder;

  await sweep(root);
  const fresh = join(root, `.${name}.${randomUUID()}`);
  try {
    await mkdir(fresh, { recursive: true });
    try {
      await fetch(fresh);
      await seal(fresh);
      await replace(folder, fresh);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  } catch (error) {
    throw explainWriteFailure(error, root, 'XDG_CACHE_HOME');
  }
  return folder;
}

const LEFT_AFTER_MS = 60 * 60 * 1000;

/** Removes the temporary folders of killed fetches. */
async function sweep(root: string): Promise<void> {
  const names = await readdir(root).catch(() => []);
  for (const path of names.filter((name) => name.startsWith('.')).map((name) => join(root, name))) {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > LEFT_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Writes the manifest of a folder. Files that are added later (`extra-…`) aren't part of it. */
async function seal(folder: string): Promise<void> {
  const files: Record<string, KeptFile> = {};
  for (const path of await filesIn(folder)) {
    const { size, mtimeMs } = await stat(join(folder, path));
    files[path] = { size, mtimeMs, sha256: await sha256(join(folder, path)) };
  }
  await writeFile(join(folder, MANIFEST), JSON.stringify(files, null, 2));
}

async function isWhole(folder: string): Promise<boolean> {
  try {
    const files = Object.entries(
      JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Record<string, KeptFile>,
    );
    const checks = files.map(([path, file]) => isAsKept(join(folder, path), file));
    return files.length > 0 && (await Promise.all(checks)).every(Boolean);
  } catch {
    return false;
  }
}

/** Compares size and time, and the content only if the time differs. */
async function isAsKept(path: string, file: KeptFile): Promise<boolean> {
  const { size, mtimeMs } = await stat(path);
  if (size !== file.size) return false;
  return mtimeMs === file.mtimeMs || (await sha256(path)) === file.sha256;
}

/** Keeps the folder of another start that has fetched the same server meanwhile. */
async function replace(folder: string, fresh: string): Promise<void> {
  if (await isWhole(folder)) return;
  await rm(folder, { recursive: true, force: true });
  try {
    await rename(fresh, folder);
  } catch (error) {
    if (!(await isWhole(folder))) throw error;
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
