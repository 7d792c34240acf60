import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FleetRemoved, demoFileOf, readDemo, saveDemo, writeDemo } from './demo-file.ts';
import { newDemo } from './make.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'telemon-demo-'))));
afterEach(() => rm(folder, { recursive: true }));

describe('the saved state of the demo fleet', () => {
  it('is null without a demo fleet', () => {
    expect(readDemo(folder)).toBeNull();
  });

  it('is read as it was written, and only its owner can read it', async () => {
    const demo = newDemo(Date.now());
    demo.logins['demo-cold-1'] = { username: 'demo-cold-1', password: 'a secret' };
    saveDemo(folder, demo);
    expect(readDemo(folder)).toEqual(demo);
    expect((await stat(demoFileOf(folder))).mode & 0o777).toBe(0o600);
  });

  it('stays removed when a running simulator saves it', () => {
    const demo = newDemo(Date.now());
    saveDemo(folder, demo);
    writeDemo(folder, { ...demo, state: 'removed' });
    expect(() => saveDemo(folder, demo)).toThrow(FleetRemoved);
    expect(readDemo(folder)).toMatchObject({ state: 'removed' });
  });
});
