import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lock, tryLock } from './lock.mjs';
import { identify } from './process-identity.mjs';

let path: string;
beforeEach(() => void (path = join(mkdtempSync(join(tmpdir(), 'telemon-lock-')), 'inside', 'lock')));
afterEach(() => rmSync(join(path, '../..'), { recursive: true }));

describe('a lock', () => {
  it('has one holder, which others can identify', () => {
    const { release } = tryLock(path);
    expect(tryLock(path).holder).toEqual(identify(process.pid));
    release?.();
    expect(existsSync(path)).toBe(false);
    expect(tryLock(path).release).toBeDefined();
    expect(readdirSync(join(path, '..'))).toEqual(['lock']);
  });

  it.each<[string, string]>([
    ['whose holder has ended', JSON.stringify({ pid: process.pid, startedAt: '1' })],
    ['that was only written in part', '{"pid":'],
  ])('%s is free', (_what, content) => {
    tryLock(path).release?.();
    writeFileSync(path, content);
    expect(tryLock(path).release).toBeDefined();
  });

  it('can be waited for', async () => {
    const { release } = tryLock(path);
    const holders: number[] = [];
    const waiting = lock(path, ({ pid }) => {
      holders.push(pid);
      release?.();
    });
    (await waiting)();
    expect(holders).toEqual([process.pid]);
  });
});
