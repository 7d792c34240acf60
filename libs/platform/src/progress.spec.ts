import { describe, expect, it } from '@jest/globals';
import { SharedWork, hearing, stepEnded } from './progress.ts';

describe('shared work', () => {
  it('reports progress to each waiter, and to no others', async () => {
    const goOn = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const heard = { beginner: 0, other: 0 };
    const work = hearing(
      () => void heard.beginner++,
      () =>
        new SharedWork(async () => {
          stepEnded();
          await goOn[0].promise;
          stepEnded();
          await goOn[1].promise;
        }),
    );
    const waitAs = (name: keyof typeof heard) =>
      hearing(
        () => void heard[name]++,
        () => work.finished(),
      );
    // The first step ended before the first wait.
    const ends = [waitAs('beginner'), waitAs('other'), waitAs('other')];
    expect(heard).toEqual({ beginner: 0, other: 0 });
    goOn[0].resolve();
    await goOn[0].promise;
    expect(heard).toEqual({ beginner: 1, other: 2 });
    goOn[1].resolve();
    await Promise.all(ends);
    expect(heard).toEqual({ beginner: 1, other: 2 });
  });

  it('fails for all waiters, and does not report steps that it left running', async () => {
    const later = Promise.withResolvers<void>();
    const left: Promise<void>[] = [];
    let heard = 0;
    const work = new SharedWork(async () => {
      left.push(later.promise.then(stepEnded));
      throw new Error('not now');
    });
    const wait = () =>
      hearing(
        () => void heard++,
        () => work.finished(),
      );
    const outcomes = await Promise.allSettled([wait(), wait()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    later.resolve();
    await Promise.all(left);
    expect(heard).toBe(0);
  });
});
