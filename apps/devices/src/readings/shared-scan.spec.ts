import { describe, expect, it } from '@jest/globals';
import { DayTotals } from '../latest/day-totals.ts';
import { type ScanReader, SharedScan } from './shared-scan.ts';
import { StoredReading } from './stored-reading.ts';

const totals = new DayTotals({ start: 0, end: 1_000 });
const readingAt = (timestamp: number) => Object.assign(new StoredReading(), { timestamp });
const refusal = (kind: string) => expect.objectContaining({ failure: expect.objectContaining({ kind }) });

/** A reader that records timestamps; the spec ends its time. */
const given = (from: number, to: number, maxTimeMs = 1_000) => {
  const seen: number[] = [];
  const timeOver = new AbortController();
  const reader: ScanReader = {
    range: { from, to },
    visit: ({ timestamp }) => seen.push(timestamp),
    read: { bounds: { signal: timeOver.signal, maxTimeMs }, markReading: () => undefined },
  };
  return { seen, reader, end: () => timeOver.abort(new Error('too late')) };
};

describe('readers of the same days', () => {
  it('get their own range each, and wait for no more than that', async () => {
    const scan = new SharedScan();
    const [short, far] = [given(1, 3), given(2, 9)];
    const [shortDone, farDone] = [scan.join(short.reader), scan.join(far.reader)];
    expect(scan.to).toBe(9);
    for (let time = 0; time <= 5; time++) scan.show(readingAt(time), totals);
    await shortDone;
    expect(short.seen).toEqual([1, 2, 3]);
    scan.end();
    await farDone;
    expect(far.seen).toEqual([2, 3, 4, 5]);
  });

  it('leave at their deadline; the last one ends the scan', async () => {
    const scan = new SharedScan();
    const [hurried, patient] = [given(0, 9, 100), given(0, 9, 2_000)];
    const all = Promise.allSettled([scan.join(hurried.reader), scan.join(patient.reader)]);
    expect(scan.bounds.maxTimeMs).toBe(2_000);
    scan.show(readingAt(0), totals);
    hurried.end();
    scan.show(readingAt(1), totals);
    expect(scan.signal.aborted).toBe(false);
    patient.end();
    expect(scan.signal.aborted).toBe(true);
    expect([hurried.seen, patient.seen]).toEqual([[0], [0, 1]]);
    expect(await all).toEqual([
      { status: 'rejected', reason: new Error('too late') },
      { status: 'rejected', reason: new Error('too late') },
    ]);
  });

  it('are refused if their range has too many rows; the others are not', async () => {
    const scan = new SharedScan();
    const [little, much] = [given(0, 5), given(0, 9)];
    const all = Promise.allSettled([scan.join(little.reader), scan.join(much.reader)]);
    scan.refuseFrom(7);
    expect(scan.to).toBe(5);
    scan.end();
    expect(await all).toEqual([
      { status: 'fulfilled', value: undefined },
      { status: 'rejected', reason: refusal('invalid') },
    ]);
  });

  it('are limited to 25 per scan', async () => {
    const scan = new SharedScan();
    const joined = Array.from({ length: 26 }, () => scan.join(given(0, 9).reader));
    await expect(joined.at(-1)).rejects.toEqual(refusal('unavailable'));
    scan.end();
    await Promise.all(joined.slice(0, -1));
  });
});
