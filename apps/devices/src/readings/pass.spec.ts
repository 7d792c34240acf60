import { describe, expect, it } from '@jest/globals';
import { DayTotals } from '../latest/day-totals.ts';
import { type Looker, Pass } from './pass.ts';
import { StoredReading } from './stored-reading.ts';

const totals = new DayTotals({ start: 0, end: 1_000 });
const readingAt = (timestamp: number) => Object.assign(new StoredReading(), { timestamp });
const refusal = (kind: string) => expect.objectContaining({ failure: expect.objectContaining({ kind }) });

/** A question that looks, whose time is over when it is told so. */
const given = (from: number, to: number, maxTimeMs = 1_000) => {
  const seen: number[] = [];
  const timeOver = new AbortController();
  const looker: Looker = {
    range: { from, to },
    visit: ({ timestamp }) => seen.push(timestamp),
    read: { bounds: { signal: timeOver.signal, maxTimeMs }, hasItsTurn: () => undefined },
  };
  return { seen, looker, end: () => timeOver.abort(new Error('too late')) };
};

describe('those who look at the same days', () => {
  it('are shown their own range each, and wait for no more than that', async () => {
    const pass = new Pass();
    const [short, far] = [given(1, 3), given(2, 9)];
    const [shortDone, farDone] = [pass.join(short.looker), pass.join(far.looker)];
    expect(pass.to).toBe(9);
    for (let time = 0; time <= 5; time++) pass.show(readingAt(time), totals);
    await shortDone;
    expect(short.seen).toEqual([1, 2, 3]);
    pass.end();
    await farDone;
    expect(far.seen).toEqual([2, 3, 4, 5]);
  });

  it('leave when their time is over; the last one ends the reading', async () => {
    const pass = new Pass();
    const [hurried, patient] = [given(0, 9, 100), given(0, 9, 2_000)];
    const all = Promise.allSettled([pass.join(hurried.looker), pass.join(patient.looker)]);
    expect(pass.bounds.maxTimeMs).toBe(2_000);
    pass.show(readingAt(0), totals);
    hurried.end();
    pass.show(readingAt(1), totals);
    expect(pass.signal.aborted).toBe(false);
    patient.end();
    expect(pass.signal.aborted).toBe(true);
    expect([hurried.seen, patient.seen]).toEqual([[0], [0, 1]]);
    expect(await all).toEqual([
      { status: 'rejected', reason: new Error('too late') },
      { status: 'rejected', reason: new Error('too late') },
    ]);
  });

  it('are refused where they want to see too many; the others are not', async () => {
    const pass = new Pass();
    const [little, much] = [given(0, 5), given(0, 9)];
    const all = Promise.allSettled([pass.join(little.looker), pass.join(much.looker)]);
    pass.refuseFrom(7);
    expect(pass.to).toBe(5);
    pass.end();
    expect(await all).toEqual([
      { status: 'fulfilled', value: undefined },
      { status: 'rejected', reason: refusal('invalid') },
    ]);
  });

  it('are no more than can be shown a row without holding up others', async () => {
    const pass = new Pass();
    const joined = Array.from({ length: 26 }, () => pass.join(given(0, 9).looker));
    await expect(joined.at(-1)).rejects.toEqual(refusal('unavailable'));
    pass.end();
    await Promise.all(joined.slice(0, -1));
  });
});
