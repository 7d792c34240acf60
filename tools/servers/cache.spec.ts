import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cached } from './cache.ts';

const before = process.env['XDG_CACHE_HOME'];
let home: string;
let fetched: number;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'telemon-cache-'));
  process.env['XDG_CACHE_HOME'] = home;
  fetched = 0;
});
afterEach(() => {
  if (before === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = before;
  chmodSync(home, 0o700);
  rmSync(home, { recursive: true });
});

const fetch = async (folder: string) => {
  fetched += 1;
  await writeFile(join(folder, 'server'), 'the whole program');
  await writeFile(join(folder, 'library'), 'what it needs');
};
const bring = () => cached('server-1', fetch);

describe('the cache of servers', () => {
  it('fetches a server once', async () => {
    const folder = await bring();
    expect(await bring()).toBe(folder);
    expect(fetched).toBe(1);
    expect(readFileSync(join(folder, 'server'), 'utf8')).toBe('the whole program');
  });

  it.each<[string, (folder: string) => void]>([
    ['cut short', (folder) => truncateSync(join(folder, 'server'), 3)],
    ['missing a file', (folder) => unlinkSync(join(folder, 'library'))],
    ['overwritten', (folder) => writeFileSync(join(folder, 'server'), 'THE WHOLE PROGRAM')],
    ['without its list of files', (folder) => unlinkSync(join(folder, 'manifest.json'))],
    ['left with half a list', (folder) => truncateSync(join(folder, 'manifest.json'), 20)],
  ])('fetches a server again that is %s', async (_what, harm) => {
    harm(await bring());
    const folder = await bring();
    expect(fetched).toBe(2);
    expect(readFileSync(join(folder, 'server'), 'utf8')).toBe('the whole program');
    expect(readFileSync(join(folder, 'library'), 'utf8')).toBe('what it needs');
  });

  it('keeps a server whose files have a new time but the same content', async () => {
    const folder = await bring();
    writeFileSync(join(folder, 'server'), 'the whole program');
    await bring();
    expect(fetched).toBe(1);
  });

  it('leaves no files of a failed fetch', async () => {
    const failing = cached('server-1', async (folder) => {
      await writeFile(join(folder, 'server'), 'half');
      throw new Error('connection lost');
    });
    await expect(failing).rejects.toThrow('connection lost');
    expect(readdirSync(join(home, 'telemon', 'servers'))).toEqual([]);
    await bring();
    expect(fetched).toBe(1);
  });

  it('serves two concurrent fetches', async () => {
    const [one, other] = await Promise.all([bring(), bring()]);
    expect(one).toBe(other);
    expect(readFileSync(join(one, 'server'), 'utf8')).toBe('the whole program');
    expect(readdirSync(join(home, 'telemon', 'servers'))).toEqual(['server-1']);
  });

  it('names the remedy when its folder is not writable', async () => {
    process.env['XDG_CACHE_HOME'] = join(home, 'file');
    writeFileSync(join(home, 'file'), '');
    await expect(bring()).rejects.toThrow(
      `${join(home, 'file', 'telemon', 'servers')} can't be written to. Make it writable, or set XDG_CACHE_HOME to a folder that is.`,
    );
  });
});
