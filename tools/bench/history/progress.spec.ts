import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from './options.ts';
import { Progress } from './progress.ts';

let folder: string;
let lines: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telemon-spec-'));
  lines = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const say = (line: string) => void lines.push(line);
const progressOf = (...flags: string[]) =>
  Progress.in(readOptions(['--folder', folder, ...flags])!, { end: 3_600_000, nextSeq: 7 }, say);

describe('a run that was stopped', () => {
  it('goes on with the piece at which it was stopped, and makes nothing twice', async () => {
    const made: number[] = [];
    const first = await progressOf('--small');
    const stopped = first.make('plain', 5, async (piece) => {
      if (piece === 3) throw new Error('stopped');
      made.push(piece);
    });
    await expect(stopped).rejects.toThrow('stopped');
    const next = await progressOf('--small');
    await next.make('plain', 5, async (piece) => void made.push(piece));
    await next.make('plain', 5, async (piece) => void made.push(piece));
    expect(made).toEqual([0, 1, 2, 3, 4]);
    expect(lines[0]).toBe(`Going on in ${folder}`);
  });

  it('keeps the end of its history, and what it has measured', async () => {
    const first = await progressOf('--small');
    first.done.nextSeq = 99;
    await first.save();
    const next = await Progress.in(
      readOptions(['--small', '--folder', folder])!,
      { end: 1, nextSeq: 1 },
      say,
    );
    expect(next.done).toMatchObject({ end: 3_600_000, nextSeq: 99, devices: 50, days: 30, rounds: [] });
  });

  it('is not mixed with one of another size', async () => {
    await (await progressOf('--small')).save();
    await expect(progressOf('--small', '--days', '3')).rejects.toThrow('holds 50 devices × 30 days');
  });
});
