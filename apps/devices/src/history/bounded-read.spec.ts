import { describe, expect, it } from '@jest/globals';
import { answeringBy } from '@telemon/platform/deadline';
import { once } from 'node:events';
import { type BoundedRead, BoundedReads, LONGEST_READ_ROWS, SHORT_READ_ROWS } from './bounded-read.ts';

/** Counts a given number of rows, as the database does. */
const counting = (rows: number) => async (most: number) => Math.min(rows, most);
const SHORT = counting(SHORT_READ_ROWS);
const LONG = counting(SHORT_READ_ROWS + 1);

/** Reads that go on until the spec ends them. */
const given = (reads: BoundedReads) => {
  const begun: string[] = [];
  const read = (owner: string, name: string, count: typeof SHORT) => {
    const ended = Promise.withResolvers<void>();
    const done = reads.run(owner, 1, async (bounded) => {
      await bounded.countRows(count);
      begun.push(name);
      await ended.promise;
    });
    return { done, end: ended.resolve };
  };
  return { begun, read };
};
const turns = () => new Promise((resolve) => setTimeout(resolve));

describe('a read of the history', () => {
  it('is refused before any row is read if it has too many rows', async () => {
    const countRows = (rows: number) =>
      new BoundedReads().run('m1', 1, (read: BoundedRead) => read.countRows(counting(rows)));
    expect(await countRows(LONGEST_READ_ROWS)).toBe(LONGEST_READ_ROWS);
    await expect(countRows(LONGEST_READ_ROWS + 1)).rejects.toMatchObject({
      failure: { kind: 'invalid', message: 'This is too much to show, narrow the range' },
    });
  });

  it('of few rows is answered while long reads wait for one another', async () => {
    const { begun, read } = given(new BoundedReads());
    const long = ['m1', 'm1', 'm2', 'm3'].map((owner, index) => read(owner, `long ${index}`, LONG));
    const short = read('m1', 'short', SHORT);
    short.end();
    await short.done;
    expect(begun.toSorted()).toEqual(['long 0', 'long 2', 'short']);
    for (const { end } of long) end();
    await Promise.all(long.map(({ done }) => done));
    expect(begun).toHaveLength(5);
  });

  it('ends at its deadline, and reports whether it was waiting or reading', async () => {
    const reads = new BoundedReads();
    // From one instant, so that the second ends first, however busy this machine is.
    const from = Date.now();
    const within = <Result>(ms: number, work: () => Promise<Result>) => answeringBy(from + ms, work);
    const readAllTheTime = within(1_500, () =>
      reads.run('m1', 1, async (read) => {
        await read.countRows(LONG);
        // An aborted query may fail with any error.
        await new Promise((_, reject) => {
          read.bounds.signal.addEventListener('abort', () => reject(new Error('cursor not found')));
        });
      }),
    );
    await turns();
    const waited = within(400, () => reads.run('m1', 1, (read) => read.countRows(LONG)));
    const failure = (code: string) =>
      expect.objectContaining({
        failure: expect.objectContaining({ code, kind: 'unavailable', retryAfterS: 3 }),
      });
    expect(await Promise.allSettled([readAllTheTime, waited])).toEqual([
      { status: 'rejected', reason: failure('TookTooLong') },
      { status: 'rejected', reason: failure('Busy') },
    ]);
    expect(await reads.run('m1', 1, (read) => read.countRows(LONG))).toBe(SHORT_READ_ROWS + 1);
  });

  it('ends as soon as its caller is gone, and gives its turn to the next read', async () => {
    const reads = new BoundedReads();
    const gone = new AbortController();
    const abandoned = answeringBy(
      Date.now() + 60_000,
      () =>
        reads.run('m1', 1, async (read) => {
          await read.countRows(LONG);
          await once(read.bounds.signal, 'abort');
          read.bounds.signal.throwIfAborted();
        }),
      gone.signal,
    );
    await turns();
    const next = answeringBy(Date.now() + 60_000, () => reads.run('m1', 1, (read) => read.countRows(LONG)));
    gone.abort();
    await expect(abandoned).rejects.toMatchObject({ failure: { code: 'Busy' } });
    expect(await next).toBe(SHORT_READ_ROWS + 1);
  });
});
