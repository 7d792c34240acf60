import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { warningsSince } from './service-warnings.ts';

let dataDir: string;
const line = (level: string, time: string, msg: string) => JSON.stringify({ level, time, app: 'any', msg });

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'telemon-warnings-'));
  mkdirSync(join(dataDir, 'logs'));
  const write = (name: string, lines: string[]) =>
    writeFileSync(join(dataDir, 'logs', name), `${lines.join('\n')}\n`);
  write('auth.log', [
    line('warn', '2026-01-01T00:00:01.000Z', 'before the drill'),
    line('error', '2026-01-01T00:00:05.000Z', 'second'),
    line('info', '2026-01-01T00:00:05.500Z', 'no warning'),
  ]);
  write('devices.log', [line('warn', '2026-01-01T00:00:04.000Z', 'first'), 'not JSON']);
});

afterAll(() => rmSync(dataDir, { recursive: true }));

it('returns the warnings and errors of all services since a time, in their order', () => {
  const warnings = warningsSince(dataDir, '2026-01-01T00:00:02.000Z');
  expect(warnings.map((each) => (JSON.parse(each) as { msg: string }).msg)).toEqual(['first', 'second']);
});
