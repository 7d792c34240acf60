import { describe, expect, it } from '@jest/globals';
import { ReadQueue } from './read-queue.ts';

const limits = { atOnce: 2, mostWaiting: 4, ofOwner: { atOnce: 1, mostWaiting: 2 } };
const forever = new AbortController().signal;
const turns = () => new Promise((resolve) => setImmediate(resolve));

/** Records the reads in the order in which they begin. */
const given = (queue: ReadQueue) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (owner: string, name: string, signal = forever, device = 1) =>
    queue.take(owner, device, signal).then((end) => {
      begun.push(name);
      ends.set(name, end);
    });
  return { begun, take, end: (name: string) => ends.get(name)!() };
};

describe('queued reads', () => {
  it('begin in their order, and one owner never has the places of others', async () => {
    const { begun, take, end } = given(new ReadQueue(limits));
    for (const [owner, name] of [
      ['a', 'a1'],
      ['a', 'a2'],
      ['b', 'b1'],
      ['c', 'c1'],
    ] as const)
      void take(owner, name);
    await turns();
    expect(begun).toEqual(['a1', 'b1']);
    end('b1');
    await turns();
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    end('a1');
    await turns();
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('of a device with fewer reads under way begin before earlier reads of another device', async () => {
    const ofOwner = { atOnce: 2, mostWaiting: 9 };
    const { begun, take, end } = given(new ReadQueue({ atOnce: 2, mostWaiting: 9, ofOwner }));
    for (const name of ['busy1', 'busy2', 'busy3', 'busy4']) void take('a', name, forever, 1);
    void take('a', 'other', forever, 2);
    await turns();
    end('busy1');
    await turns();
    expect(begun).toEqual(['busy1', 'busy2', 'other']);
  });

  it('are refused at once if the queue, or the part of their owner, is full', async () => {
    const { begun, take } = given(new ReadQueue(limits));
    const busy = expect.objectContaining({
      failure: expect.objectContaining({ kind: 'unavailable', retryAfterS: 3 }),
    });
    const wait = (owner: string) => void take(owner, owner);
    for (const owner of ['a', 'a', 'a']) wait(owner);
    await expect(take('a', 'too many')).rejects.toEqual(busy);
    for (const owner of ['b', 'c', 'd']) wait(owner);
    await expect(take('e', 'too many')).rejects.toEqual(busy);
    await turns();
    expect(begun).toEqual(['a', 'b']);
  });

  it('leave the queue when they are aborted', async () => {
    const { begun, take, end } = given(new ReadQueue(limits));
    const ending = new AbortController();
    void take('a', 'a1');
    const abandoned = take('a', 'a2', ending.signal);
    void take('a', 'a3');
    ending.abort(new Error('too late'));
    await expect(abandoned).rejects.toThrow('too late');
    await turns();
    end('a1');
    await turns();
    expect(begun).toEqual(['a1', 'a3']);
    await expect(take('b', 'b1', ending.signal)).rejects.toThrow('too late');
  });
});
